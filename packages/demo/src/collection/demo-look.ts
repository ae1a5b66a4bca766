import { COLOUR_HEX, type ColourName, type Design } from '@kitroom/shared';

/** What a thing is painted with. */
export interface DemoLook {
  design: Design;
  primary: ColourName;
  secondary: readonly ColourName[];
  /** Whose crest is on shirts. */
  club?: string;
}

/** The colours of a drawing, `#RRGGBB`. */
export interface Paints {
  cloth: string;
  trim: string;
}

/** The main colour, and the first further one that differs: black or white where there is none. */
export function paintsOf({ primary, secondary }: DemoLook): Paints {
  const cloth = COLOUR_HEX[primary];
  const other = secondary.find((name) => name !== primary);
  return { cloth, trim: other ? COLOUR_HEX[other] : contrastTo(cloth) };
}

/** Nearly black on colours that are light on the whole, white on dark ones. */
export function contrastTo(...colours: readonly [string, ...string[]]): string {
  const sum = colours.reduce((total, hex) => total + lightnessOf(hex), 0);
  return sum / colours.length > 0.55 ? '#161A22' : '#FFFFFF';
}

/** Whether letters of one colour can be read on another. */
export function isLegible(letters: string, ground: string): boolean {
  return Math.abs(lightnessOf(letters) - lightnessOf(ground)) > 0.3;
}

function lightnessOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return (0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)) / 255;
}

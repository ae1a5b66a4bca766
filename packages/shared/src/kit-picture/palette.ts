import { toDye } from './dyes.ts';

/** The colours of a picture, all `#RRGGBB`. */
export interface Palette {
  /** The shirt's main colour. */
  primary: string;
  /** The pattern's colour, always distinguishable from `primary`. */
  second: string;
  /** A third colour for edges and trim, if any. */
  third: string | null;
  /** Collar and cuffs. */
  trim: string;
  /** The inside of the back, seen through the neck. */
  inside: string;
}

/**
 * Chooses the colours of a kit's picture. Values other than `#RRGGBB` count as unknown: an unknown primary
 * colour becomes a neutral grey, an unknown secondary colour a contrasting one. Named colours are drawn as
 * they look on cloth.
 *
 * @param isPatterned whether the design needs a second colour; if not, an unknown one leaves collar and cuffs
 *   in a shade of the shirt
 */
export function choosePalette(
  primaryColour: string | null,
  secondary: readonly string[],
  isPatterned: boolean,
): Palette {
  const primary = isHex(primaryColour) ? toDye(primaryColour.toUpperCase()) : UNKNOWN;
  const otherColours = new Set(secondary.filter(isHex).map((hex) => toDye(hex.toUpperCase())));
  otherColours.delete(primary);
  const [firstOther, third = null] = otherColours;
  const second = firstOther
    ? toVisible(firstOther, primary)
    : isPatterned
      ? contrastOf(primary)
      : shadeOf(primary);
  return { primary, second, third, trim: third ?? second, inside: mix(primary, '#000000', 0.38) };
}

/** The lightness of a colour, 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const [red, green, blue] = channels(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** Mixes two colours; `share` (0 to 1) is that of the other one. */
export function mix(hex: string, otherHex: string, share: number): string {
  const otherChannels = channels(otherHex);
  const mixed = channels(hex).map((value, at) =>
    Math.round(value + ((otherChannels[at] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

const UNKNOWN = '#C9CDD2';
const LIGHT = '#FFFFFF';
const DARK = '#1B2440';

function isHex(text: string | null): text is string {
  return text !== null && /^#[0-9a-f]{6}$/i.test(text);
}

function contrastOf(hex: string): string {
  return lightness(hex) > 0.6 ? DARK : LIGHT;
}

function shadeOf(hex: string): string {
  return lightness(hex) < 0.25 ? mix(hex, '#FFFFFF', 0.16) : mix(hex, '#000000', 0.12);
}

/** Collectors distinguish white and off-white, but on a screen the pattern would be invisible. */
function toVisible(hex: string, primary: string): string {
  const base = channels(primary);
  const distance = Math.hypot(...channels(hex).map((value, at) => value - (base[at] ?? 0)));
  return distance < 60 ? shadeOf(hex) : hex;
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

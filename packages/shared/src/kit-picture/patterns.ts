import type { Design } from '../designs.ts';
import { defineMosaic, defineStrokes, defineWaves } from './graphics.ts';
import type { Palette } from './palette.ts';

/** The SVG elements that a design draws over the cloth, and overrides for cloth and cuffs. */
export interface Pattern {
  /** For the front, in the picture's units. */
  body: string;
  /** For the sleeve on the left of the picture, in the sleeve's units: x across, the cuff at y 0. */
  leftSleeve: string;
  /** For the sleeve on the right, which is drawn as a mirror image of the left one. */
  rightSleeve: string;
  /** The cloth's colours, if not the main colour. */
  bodyCloth?: string;
  leftCloth?: string;
  rightCloth?: string;
  /** The cuffs' colours, if not the trim. */
  leftCuff?: string;
  rightCuff?: string;
  /** Definitions that the elements refer to. */
  defs?: string;
}

/**
 * Draws a design. `id` may be used for a definition, `variant` (0 or greater) to choose one of several forms.
 */
export type PaintPattern = (palette: Palette, id: string, variant: number) => Pattern;

export const PATTERNS: Readonly<Record<Design, PaintPattern>> = {
  Plain: () => onBody(''),
  Stripes: stripes,
  Graphic: graphic,
  'Chest band': chestBand,
  'Contrasting sleeves': contrastingSleeves,
  Pinstripes: pinstripes,
  Hoops: hoops,
  'Single stripe': singleStripe,
  'Half-and-half': halfAndHalf,
  Sash: sash,
  Chevron: chevron,
  Checkers: checkers,
  Gradient: gradient,
  Diagonal: diagonal,
  Cross: cross,
  Quarters: quarters,
};

/** Seven stripes: the main colour is on both flanks, the second one in the middle. */
function stripes({ second }: Palette): Pattern {
  return everywhere(dashes('M83 140H191', 18, second), dashes('M-49-60H49', 14, second));
}

const GRAPHICS = [defineMosaic, defineStrokes, defineWaves] as const;

function graphic(palette: Palette, id: string, variant: number): Pattern {
  const define = GRAPHICS[variant % GRAPHICS.length] ?? defineMosaic;
  const paint = `url(#${id})`;
  return {
    ...everywhere(fill(WHOLE_BODY, paint), fill(WHOLE_SLEEVE, paint)),
    defs: define(id, palette),
  };
}

function chestBand(palette: Palette): Pattern {
  return onBody(band('M50 112H206', 36, palette));
}

function contrastingSleeves({ primary, second, third }: Palette): Pattern {
  const cuff = third ?? primary;
  return { ...onBody(''), leftCloth: second, rightCloth: second, leftCuff: cuff, rightCuff: cuff };
}

function pinstripes({ second }: Palette): Pattern {
  return everywhere(dashes('M56.7 140H200', '2.6 11.4', second), dashes('M-43.3-60H50', '2.6 11.4', second));
}

function hoops({ second }: Palette): Pattern {
  return everywhere(dashes('M128 67V250', 23, second), dashes('M0-29V-250', 20, second));
}

function singleStripe(palette: Palette): Pattern {
  return onBody(band('M128 20V256', 36, palette));
}

/** The sleeves have the colour of their half, their cuffs that of the other one. */
function halfAndHalf({ primary, second, third }: Palette): Pattern {
  return {
    ...onBody(sideBySide(primary, second)),
    bodyCloth: 'none',
    rightCloth: second,
    leftCuff: third ?? second,
    rightCuff: third ?? primary,
  };
}

/** From the wearer's right shoulder, which is on the picture's left. */
function sash(palette: Palette): Pattern {
  return onBody(band('M66 14L206 224', 34, palette));
}

function chevron(palette: Palette): Pattern {
  return onBody(band('M48 64L128 142L208 64', 26, palette));
}

function checkers({ second }: Palette): Pattern {
  return everywhere(board(44, 212, 34, 24, 9, second), board(-50, 50, -19, 20, 9, second, -1));
}

function gradient({ primary, second }: Palette, id: string): Pattern {
  const stops = `<stop offset=".2" stop-color="${primary}"/><stop offset=".92" stop-color="${second}"/>`;
  const paint = `url(#${id})`;
  return {
    ...everywhere(fill('M50 20H206V246H50z', paint), fill('M-60-100H60V90H-60z', paint)),
    defs: `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`,
  };
}

/** Rising stripes, unlike those of a sash. */
function diagonal({ second }: Palette): Pattern {
  return everywhere(dashes('M34 34L234 234', 22, second), dashes('M-90-150L60 0', 22, second));
}

function cross(palette: Palette): Pattern {
  return onBody(band('M128 20V256M50 118H206', 30, palette));
}

/** The sleeves continue the alternating colours. */
function quarters({ primary, second, third }: Palette): Pattern {
  const lower = `<g transform="translate(0 138)">${sideBySide(second, primary)}</g>`;
  return {
    ...onBody(`${sideBySide(primary, second)}${lower}`),
    bodyCloth: 'none',
    leftCloth: second,
    leftCuff: third ?? primary,
    rightCuff: third ?? second,
  };
}

const WHOLE_BODY = 'M50 0H206V256H50z';
const WHOLE_SLEEVE = 'M-99-250H99V99H-99z';

function onBody(body: string): Pattern {
  return { body, leftSleeve: '', rightSleeve: '' };
}

function everywhere(body: string, sleeve: string): Pattern {
  return { body, leftSleeve: sleeve, rightSleeve: sleeve };
}

function fill(path: string, paint: string): string {
  return `<path fill="${paint}" d="${path}"/>`;
}

/** Two halves that overlap a little, with no cloth beneath that would shine through at the shirt's edges. */
function sideBySide(left: string, right: string): string {
  return `${fill('M0 0H130V256H0z', left)}${fill('M128 0H256V256H128z', right)}`;
}

/** Parallel bands as the dashes of a single very broad stroke, the shortest notation. */
function dashes(path: string, lengths: number | string, colour: string): string {
  return `<path stroke="${colour}" stroke-width="400" stroke-dasharray="${lengths}" d="${path}"/>`;
}

/** A band along a line, edged with the third colour, if any. */
function band(path: string, width: number, { second, third }: Palette): string {
  const edge = third ? `<path stroke="${third}" stroke-width="${width + 10}" d="${path}"/>` : '';
  return `${edge}<path stroke="${second}" stroke-width="${width}" d="${path}"/>`;
}

/**
 * A chequerboard of `rows` dashed lines, every other one shifted by a square; `y` is the first one's middle.
 */
function board(
  left: number,
  right: number,
  y: number,
  size: number,
  rows: number,
  colour: string,
  direction = 1,
): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `M${left + (row % 2) * size} ${y + direction * row * size}H${right}`,
  );
  return `<path stroke="${colour}" stroke-width="${size}" stroke-dasharray="${size}" d="${lines.join('')}"/>`;
}

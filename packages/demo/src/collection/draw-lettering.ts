/** Where a text stands, in the drawing's units. */
export interface LetteringPlace {
  /** Its middle. */
  x: number;
  /** The top of its letters. */
  y: number;
  height: number;
  /** A longer text is made narrower. */
  maxWidth: number;
  colour: string;
  /** The colour of a rim, which keeps it legible on any pattern. */
  rim: string;
}

/**
 * Draws letters and digits as lines: pictures need no font then, which a machine may not have, and are the same
 * everywhere. Small letters are drawn as capitals; what is neither letter nor digit is left out.
 */
export function drawLettering(text: string, place: LetteringPlace): string {
  const { x, y, height, maxWidth, colour, rim } = place;
  const { path, width } = layOut(text);
  if (path === '') return '';
  const scale = height / HEIGHT;
  const narrowing = Math.min(1, maxWidth / (width * scale));
  const lines = (stroke: string, broad: number) =>
    `<path fill="none" stroke="${stroke}" stroke-width="${broad}" d="${path}"/>`;
  return (
    `<g transform="translate(${round(x - (width * scale * narrowing) / 2)} ${y})` +
    `scale(${round(scale * narrowing)} ${round(scale)})" stroke-linejoin="round" stroke-linecap="square">` +
    `${lines(rim, 1.7)}${lines(colour, 1)}</g>`
  );
}

const HEIGHT = 6;
const GAP = 2;

/** One path for all letters, from x 0 on. */
function layOut(text: string): { path: string; width: number } {
  let path = '';
  let width = 0;
  for (const letter of text.toUpperCase().normalize('NFD')) {
    const accent = ACCENTS[letter];
    const glyph = GLYPHS[letter];
    if (accent !== undefined) path += shift(accent, width - GAP - WIDTH);
    else if (letter === ' ') width += GAP;
    else if (glyph !== undefined) {
      path += shift(glyph, width);
      width += widthOf(glyph) + GAP;
    }
  }
  return { path, width: Math.max(0, width - GAP) };
}

const WIDTH = 4;

/** Points are written `x,y` and lines `M x,y x,y …`; an accent stands over a letter that is four wide. */
function shift(glyph: string, by: number): string {
  return glyph.replaceAll(
    /(-?[\d.]{1,8}),(-?[\d.]{1,8})/g,
    (_point, x: string, y: string) => `${round(Number(x) + by)} ${y}`,
  );
}

function widthOf(glyph: string): number {
  return Math.max(...[...glyph.matchAll(/(-?[\d.]{1,8}),/g)].map(([, x]) => Number(x)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** By their marks of Unicode's. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0301': 'M1.6,-1.4 2.8,-2.4',
  '\u030C': 'M1,-2.4 2,-1.5 3,-2.4',
  '\u0308': 'M1,-1.8 1.1,-1.8M2.9,-1.8 3,-1.8',
};

// prettier-ignore
const GLYPHS: Readonly<Record<string, string>> = {
  A: 'M0,6 0,1 1,0 3,0 4,1 4,6M0,3.4 4,3.4',
  B: 'M0,3 3,3 4,2 4,1 3,0 0,0 0,6 3,6 4,5 4,4 3,3',
  C: 'M4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: 'M0,0 3,0 4,1 4,5 3,6 0,6 0,0',
  E: 'M4,0 0,0 0,6 4,6M0,3 3,3',
  F: 'M4,0 0,0 0,6M0,3 3,3',
  G: 'M4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.2 2.4,3.2',
  H: 'M0,0 0,6M4,0 4,6M0,3 4,3',
  I: 'M0,0 0,6',
  J: 'M4,0 4,5 3,6 1,6 0,5',
  K: 'M0,0 0,6M4,0 0,3.4M1.3,2.5 4,6',
  L: 'M0,0 0,6 4,6',
  M: 'M0,6 0,0 2.5,3 5,0 5,6',
  N: 'M0,6 0,0 4,6 4,0',
  O: 'M1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: 'M0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4',
  Q: 'M1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0M2.5,4.5 4,6',
  R: 'M0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4M2,3.4 4,6',
  S: 'M4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: 'M0,0 4,0M2,0 2,6',
  U: 'M0,0 0,5 1,6 3,6 4,5 4,0',
  V: 'M0,0 2,6 4,0',
  W: 'M0,0 1.2,6 2.5,2 3.8,6 5,0',
  X: 'M0,0 4,6M4,0 0,6',
  Y: 'M0,0 2,3 4,0M2,3 2,6',
  Z: 'M0,0 4,0 0,6 4,6',
  0: 'M1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  1: 'M0,1 1.4,0 1.4,6',
  2: 'M0,1 1,0 3,0 4,1 4,2 0,5 0,6 4,6',
  3: 'M0,1 1,0 3,0 4,1 4,2 3,3 1.4,3M3,3 4,4 4,5 3,6 1,6 0,5',
  4: 'M3,6 3,0 0,4.2 4,4.2',
  5: 'M4,0 0,0 0,2.6 3,2.6 4,3.6 4,5 3,6 1,6 0,5',
  6: 'M4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.6 3,2.6 0,2.6',
  7: 'M0,0 4,0 1.6,6',
  8: 'M1,3 0,2 0,1 1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3',
  9: 'M0,5 1,6 3,6 4,5 4,1 3,0 1,0 0,1 0,2.4 1,3.4 4,3.4',
};

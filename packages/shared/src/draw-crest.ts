import { COLOUR_HEX, type ColourName } from './colours.ts';
import type { Design } from './designs.ts';
import { lightness } from './kit-picture/palette.ts';
import { hashText, toXmlText } from './texts.ts';

/** The input for drawing a crest: the club's name and its home shirt. */
export interface CrestLook {
  name: string;
  design: Design | null;
  /** Gray if unknown. */
  primary: ColourName | null;
  /** A colour that contrasts with the primary one if unknown. */
  secondary: ColourName | null;
}

/**
 * Draws a crest in a club's home colours as an SVG of 32 by 32: a shield with up to three initials, its shape
 * (and its pattern, if the home shirt has none) derived from the name. Deterministic. It contains no script,
 * style, link or font.
 */
export function drawCrest({ name, design, primary: knownPrimary, secondary }: CrestLook): string {
  const primary = knownPrimary ?? 'Gray';
  const { shield, charge } = crestShapeOf(name);
  const pattern = (design && PATTERNS[design]) ?? charge;
  const field = COLOUR_HEX[primary];
  const second = COLOUR_HEX[secondary ?? contrastTo(primary)];
  const initials = initialsOf(name);
  const ems = Array.from(initials).reduce((sum, letter) => sum + (LETTER_EMS[letter] ?? 0.74), 0);
  const size = Math.min(FONT_SIZE_MAX, LETTERING_WIDTH / ems);
  return [
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,32,32'>",
    `<clipPath id='c'><path d='${shield}'/></clipPath>`,
    `<path fill='${field}' d='${shield}'/><path fill='${second}' clip-path='url(#c)' d='${pattern}'/>`,
    `<path fill='none' stroke='${outlineOf([field, second])}' stroke-width='2' d='${shield}'/>`,
    // The letters have a rim in the field's colour, which separates them from the pattern, and the same total
    // length in any font.
    `<text x='16' y='${round(16 + size * 0.36)}' text-anchor='middle' textLength='${round(size * ems)}' `,
    `lengthAdjust='spacingAndGlyphs' fill='${letteringOf(field, second)}' stroke='${field}' stroke-width='2' `,
    `paint-order='stroke' font-family='sans-serif' font-weight='bold' font-size='${round(size)}'>`,
    `${toXmlText(initials)}</text></svg>`,
  ].join('');
}

/** The shape of a club's crest, and its pattern if the home shirt has none: path data in 32 by 32 units. */
export function crestShapeOf(name: string): { shield: string; charge: string } {
  return { shield: pickBy(name, SHIELDS), charge: pickBy(`${name} pattern`, PLAIN_PATTERNS) };
}

/** Increment when drawings change, because browsers cache crests for a year. */
const DRAWING = 2;

/** A short hash of the input, which differs if the crests differ. */
export function hashCrestLook({ name, design, primary, secondary }: CrestLook): string {
  return hashText(JSON.stringify([DRAWING, name, design, primary, secondary])).toString(36);
}

/** Up to three characters: `FC Barcelona` is FCB, `Real Madrid` RM, `Arsenal` ARS. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}’']*/gu) ?? [];
  const first = (text: string, count: number) => Array.from(text).slice(0, count).join('');
  if (words.length <= 1) return first(words[0] ?? name.trim(), 3).toUpperCase();
  // Abbreviations are kept whole.
  const initials = words.map((word) => (/^\p{Lu}{2,3}$/u.test(word) ? word : first(word, 1).toUpperCase()));
  return first(initials.join(''), 3);
}

/** Draws a placeholder for a missing logo: an empty shield. */
export function drawNoLogo(): string {
  return [
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,32,32'>",
    `<path fill='#F5F5F5' stroke='#808080' stroke-width='2' d='${SHIELDS[0]}'/>`,
    "<path stroke='#808080' stroke-width='2' stroke-linecap='round' d='M12,15h8'/></svg>",
  ].join('');
}

/** Picks an entry by a hash of a text. */
function pickBy<T>(text: string, entries: readonly [T, ...T[]]): T {
  return entries[hashText(text) % entries.length] ?? entries[0];
}

const SHIELDS = [
  'M4,3h24v13q0,9-12,14q-12-5-12-14z',
  'M16,2a14,14,0,0,1,0,28a14,14,0,0,1,0-28',
  'M3,4q8,1,13-2q5,3,13,2v13q-1,8-13,13q-12-5-13-13z',
  'M16,2l12.5,7v14l-12.5,7l-12.5-7v-14z',
  'M4,3h24v20l-12,7l-12-7z',
] as const;

/** Fits between the outlines of the narrowest shield, with room for the letters' rim. */
const LETTERING_WIDTH = 19;
const FONT_SIZE_MAX = 13;
/** The widths of unusual letters in bold sans-serif fonts; others have about three quarters of an em. */
const LETTER_EMS: Readonly<Record<string, number>> = { I: 0.37, J: 0.5, M: 0.98, W: 1.05 };

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const HALVES = 'M16,0h16v32h-16z';
const SASH = 'M0,0h9l23,23v9h-9l-23-23z';
const CHEVRON = 'M0,20l16-8l16,8v8l-16-8l-16,8z';
const BAND = 'M0,11h32v11h-32z';

/** Patterns in the second colour. */
const PATTERNS: Readonly<Partial<Record<Design, string>>> = {
  Stripes: 'M6,0h4v32h-4zM14,0h4v32h-4zM22,0h4v32h-4z',
  Pinstripes: 'M8,0h1v32h-1zM12,0h1v32h-1zM19,0h1v32h-1zM23,0h1v32h-1z',
  Hoops: 'M0,6h32v4h-32zM0,14h32v4h-32zM0,22h32v4h-32z',
  'Single stripe': 'M11,0h10v32h-10z',
  'Chest band': BAND,
  'Half-and-half': HALVES,
  Sash: SASH,
  Diagonal: 'M0,0h32l-32,32z',
  Chevron: CHEVRON,
  Cross: 'M13,0h6v32h-6zM0,13h32v6h-32z',
  Quarters: 'M0,0h16v16h-16zM16,16h16v16h-16z',
  Checkers: 'M0,0h8v32h8v-32h8v32h8v-8h-32v-8h32v-8h-32z',
};

/** The heraldic chief, base and rims, and some patterns of shirts. */
const PLAIN_PATTERNS = [
  'M0,0h32v9h-32z',
  'M0,23h32v9h-32z',
  'M0,0h8v32h-8zM24,0h8v32h-8z',
  CHEVRON,
  SASH,
  BAND,
  HALVES,
] as const;

const [DARK, LIGHT] = ['#222222', '#EEEEEE'];
/** Two colours that differ by less in lightness cannot be told apart at the size of an icon. */
const CONTRAST = 0.4;

function letteringOf(field: string, second: string): string {
  if (Math.abs(lightness(field) - lightness(second)) >= CONTRAST) return second;
  return lightness(field) > 0.5 ? DARK : LIGHT;
}

/** The darker of the club's colours, if it stands out from a light ground. */
function outlineOf(colours: string[]): string {
  const [darkest = DARK] = colours.toSorted((left, right) => lightness(left) - lightness(right));
  return lightness(darkest) < 1 - CONTRAST ? darkest : DARK;
}

function contrastTo(colour: ColourName): ColourName {
  return lightness(COLOUR_HEX[colour]) > 0.5 ? 'Navy' : 'White';
}

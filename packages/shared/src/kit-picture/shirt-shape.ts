import type { KitCategory, Sleeves } from '../kit-types.ts';

/** The sides of the picture's square, in its own units. */
export const SIDE = 256;

/** How the neck is finished. */
export type Neck = 'v' | 'crew' | 'polo' | 'zip';

/** Outlines of a shirt as path data, in the picture's units. The left sleeve, seen from the front. */
export interface Shape {
  neck: Neck;
  /** The front without sleeves, the neck cut out. */
  body: string;
  /** The left sleeve, if any; the right one is its mirror image. */
  sleeve: Sleeve | null;
}

export interface Sleeve {
  path: string;
  /** Moves the origin to the middle of the cuff, x along the cuff, y down; the sleeve lies at negative y. */
  along: string;
}

/** Mirrors what is drawn for the left sleeve onto the right. */
export const MIRROR = `matrix(-1 0 0 1 ${SIDE} 0)`;

/** The cut of a shirt. */
export function shapeOf(category: KitCategory, sleeves: Sleeves): Shape {
  const neck = NECKS[category];
  return { neck, body: `${NECKLINES[neck]}${SHOULDER_TO_SHOULDER}`, sleeve: SLEEVES[sleeves] };
}

/** The left armhole: where a shirt without sleeves has its trim. */
export const ARMHOLE = 'M66 39C75 58 75 82 70 102';

const NECKS: Readonly<Record<KitCategory, Neck>> = {
  match: 'v',
  preseason: 'v',
  prematch: 'crew',
  training: 'crew',
  travel: 'polo',
  jacket: 'zip',
};

/** The cloth's edge, beneath the collar: from the left shoulder to the right. */
const NECKLINES: Readonly<Record<Neck, string>> = {
  v: 'M97 26C103 45 116 58 128 66C140 58 153 45 159 26',
  crew: 'M97 26C102 60 154 60 159 26',
  polo: 'M97 26C106 40 118 46 128 50C138 46 150 40 159 26',
  zip: 'M97 26C106 40 150 40 159 26',
};

/** From the neck's right end around the front to its left end. */
const SHOULDER_TO_SHOULDER =
  'L190 39C181 58 181 82 186 102C182 144 184 192 190 238Q128 248 66 238C72 192 74 144 70 102C75 82 75 58 66 39Z';

const SHORT_SLEEVE: Sleeve = {
  path: 'M66 39C50 45 42 54 35 69L11 117Q28 131 52 136C58 124 64 113 70 102C75 82 75 58 66 39Z',
  along: 'translate(31 129)rotate(24)',
};

const LONG_SLEEVE: Sleeve = {
  path: 'M66 39C50 45 42 56 38 74L13 205Q26 213 43 212C50 172 60 134 70 102C75 82 75 58 66 39Z',
  along: 'translate(28 211)rotate(13)',
};

const SLEEVES: Readonly<Record<Sleeves, Sleeve | null>> = {
  short: SHORT_SLEEVE,
  long: LONG_SLEEVE,
  none: null,
};

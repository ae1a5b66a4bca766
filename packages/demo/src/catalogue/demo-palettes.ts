import type { ColourName, Design } from '@kitroom/shared';

// In all of these lists, an entry that occurs twice is picked twice as often.

// prettier-ignore
const OLDER_CHANGES: readonly ColourName[] = [
  'White', 'White', 'White', 'Yellow', 'Yellow', 'Navy', 'Navy', 'Black', 'Blue', 'Red', 'Green',
  'Sky blue', 'Gray', 'Silver', 'Orange', 'Purple', 'Claret', 'Gold',
];

// prettier-ignore
const NEWER_CHANGES: readonly ColourName[] = [
  ...OLDER_CHANGES,
  'Black', 'Black', 'Off-white', 'Off-white', 'Pink', 'Pink', 'Purple', 'Gray', 'Sky blue', 'Brown',
];

/** The primary colours of goalkeepers' shirts. */
// prettier-ignore
export const KEEPER_COLOURS: readonly ColourName[] = [
  'Yellow', 'Yellow', 'Green', 'Green', 'Orange', 'Black', 'Gray', 'Pink', 'Purple', 'Sky blue',
  'Red', 'Blue', 'Navy', 'Silver', 'Gold',
];

/** The primary colours of special shirts. */
// prettier-ignore
export const SPECIAL_COLOURS: readonly ColourName[] = [
  'Gold', 'Silver', 'Off-white', 'Black', 'White', 'Claret', 'Brown',
];

/** The colours of training kits besides the team's own. */
export const TRAINING_COLOURS: readonly ColourName[] = ['Black', 'Navy', 'Gray', 'White'];

/** Mostly plain designs. */
// prettier-ignore
export const QUIET_DESIGNS: readonly Design[] = [
  'Plain', 'Plain', 'Plain', 'Plain', 'Graphic', 'Gradient', 'Pinstripes',
];

/** The designs of shirts that are independent of the club's own design. */
// prettier-ignore
export const CHANGE_DESIGNS: readonly Design[] = [
  ...QUIET_DESIGNS, ...QUIET_DESIGNS,
  'Stripes', 'Chest band', 'Contrasting sleeves', 'Hoops', 'Single stripe', 'Half-and-half',
  'Sash', 'Chevron', 'Checkers', 'Diagonal', 'Cross', 'Quarters',
];

/** The designs of home shirts that differ from the usual one. */
// prettier-ignore
export const HOME_VARIATIONS: readonly Design[] = [
  'Graphic', 'Gradient', 'Pinstripes', 'Diagonal', 'Contrasting sleeves',
];

// prettier-ignore
const LIGHT: ReadonlySet<ColourName> = new Set([
  'White', 'Off-white', 'Yellow', 'Sky blue', 'Pink', 'Silver', 'Gold', 'Orange',
]);

// prettier-ignore
const ON_LIGHT: readonly ColourName[] = [
  'Black', 'Black', 'Navy', 'Navy', 'Red', 'Blue', 'Green', 'Claret', 'Purple',
];

// prettier-ignore
const ON_DARK: readonly ColourName[] = [
  'White', 'White', 'White', 'Gold', 'Silver', 'Sky blue', 'Yellow', 'Pink',
];

/** The primary colours of change kits in a year: newer ones are bolder. */
export function changeColours(year: number): readonly ColourName[] {
  return year < 2010 ? OLDER_CHANGES : NEWER_CHANGES;
}

/** The colours that contrast with another. */
export function contrastsTo(colour: ColourName): readonly ColourName[] {
  return LIGHT.has(colour) ? ON_LIGHT : ON_DARK;
}

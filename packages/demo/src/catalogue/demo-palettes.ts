import type { ColourName, Design } from '@kitroom/shared';

// In all of these lists, an entry that is there twice is drawn twice as often.

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

/** The first colours of goalkeepers' shirts. */
// prettier-ignore
export const KEEPER_COLOURS: readonly ColourName[] = [
  'Yellow', 'Yellow', 'Green', 'Green', 'Orange', 'Black', 'Gray', 'Pink', 'Purple', 'Sky blue',
  'Red', 'Blue', 'Navy', 'Silver', 'Gold',
];

/** The first colours of shirts for a special day. */
// prettier-ignore
export const SPECIAL_COLOURS: readonly ColourName[] = [
  'Gold', 'Silver', 'Off-white', 'Black', 'White', 'Claret', 'Brown',
];

/** What teams train in besides their own colours. */
export const TRAINING_COLOURS: readonly ColourName[] = ['Black', 'Navy', 'Gray', 'White'];

/** Designs that are plain more often than not. */
// prettier-ignore
export const QUIET_DESIGNS: readonly Design[] = [
  'Plain', 'Plain', 'Plain', 'Plain', 'Graphic', 'Gradient', 'Pinstripes',
];

/** The designs of shirts that owe nothing to the club's own. */
// prettier-ignore
export const CHANGE_DESIGNS: readonly Design[] = [
  ...QUIET_DESIGNS, ...QUIET_DESIGNS,
  'Stripes', 'Chest band', 'Contrasting sleeves', 'Hoops', 'Single stripe', 'Half-and-half',
  'Sash', 'Chevron', 'Checkers', 'Diagonal', 'Cross', 'Quarters',
];

/** What a home shirt turns into when its maker wants something new. */
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

/** The first colours of change kits in a year: makers became bolder. */
export function changeColours(year: number): readonly ColourName[] {
  return year < 2010 ? OLDER_CHANGES : NEWER_CHANGES;
}

/** The colours that contrast with another. */
export function contrastsTo(colour: ColourName): readonly ColourName[] {
  return LIGHT.has(colour) ? ON_LIGHT : ON_DARK;
}

import type { ColourName, Design } from '@kitroom/shared';
import { DEMO_KIT_TYPES, type Cut } from './demo-kit-types.ts';
import type { DemoTeam, Look } from './demo-team.ts';
import { createRandom, pickFrom, type Random } from './seeded-random.ts';

// The primary colours of a season's shirts that have been generated so far. The following ones avoid them.
type WornColours = Set<ColourName>;

// The probabilities that a home shirt differs from the club's usual design, and that an away shirt is the
// usual one.
const HOME_VARIATION_PROBABILITY = 0.08;
const USUAL_AWAY_PROBABILITY = 0.45;

// In the following lists, an entry that occurs twice is picked twice as often.

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
const KEEPER_COLOURS: readonly ColourName[] = [
  'Yellow', 'Yellow', 'Green', 'Green', 'Orange', 'Black', 'Gray', 'Pink', 'Purple', 'Sky blue',
  'Red', 'Blue', 'Navy', 'Silver', 'Gold',
];

/** The primary colours of special shirts. */
// prettier-ignore
const SPECIAL_COLOURS: readonly ColourName[] = [
  'Gold', 'Silver', 'Off-white', 'Black', 'White', 'Claret', 'Brown',
];

/** The colours of training kits, in addition to the team's. */
const TRAINING_COLOURS: readonly ColourName[] = ['Black', 'Navy', 'Gray', 'White'];

/** Mostly plain designs. */
// prettier-ignore
const QUIET_DESIGNS: readonly Design[] = [
  'Plain', 'Plain', 'Plain', 'Plain', 'Graphic', 'Gradient', 'Pinstripes',
];

/** The designs of shirts that do not follow the club's usual design. */
// prettier-ignore
const CHANGE_DESIGNS: readonly Design[] = [
  ...QUIET_DESIGNS, ...QUIET_DESIGNS,
  'Stripes', 'Chest band', 'Contrasting sleeves', 'Hoops', 'Single stripe', 'Half-and-half',
  'Sash', 'Chevron', 'Checkers', 'Diagonal', 'Cross', 'Quarters',
];

/** The designs of home shirts that differ from the usual one. */
// prettier-ignore
const HOME_VARIATIONS: readonly Design[] = [
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

/**
 * Generates the look of each kit type in the season that starts in `first`, even of types that the team does
 * not have, so that a side team has the same looks as its club.
 */
export function generateLooks(team: DemoTeam, first: number): Map<string, Look> {
  const worn: WornColours = new Set([team.home[1]]);
  const looks = new Map<string, Look>();
  for (const { name, cut } of DEMO_KIT_TYPES) {
    // All types with the cut of the home shirt look like it.
    const random = createRandom(`${team.wardrobe} ${first} ${cut === 'home' ? 'Home' : name} look`);
    const look = CUTS[cut](random, team, first, worn);
    if (cut !== 'training') worn.add(look[1]);
    looks.set(name, look);
  }
  return looks;
}

const CUTS: Readonly<
  Record<Cut, (random: Random, team: DemoTeam, first: number, worn: WornColours) => Look>
> = {
  home: (random, { home }) => (random() < HOME_VARIATION_PROBABILITY ? vary(random, home) : home),
  away: (random, { away }, first, worn) =>
    random() < USUAL_AWAY_PROBABILITY
      ? away
      : generateChange(random, changeColours(first), CHANGE_DESIGNS, worn),
  change: (random, _team, first, worn) => generateChange(random, changeColours(first), CHANGE_DESIGNS, worn),
  keeper: (random, _team, _first, worn) => generateChange(random, KEEPER_COLOURS, QUIET_DESIGNS, worn),
  special: (random, _team, _first, worn) => generateChange(random, SPECIAL_COLOURS, CHANGE_DESIGNS, worn),
  training: (random, team) => generateTraining(random, team),
};

function vary(random: Random, [, primary, ...secondary]: Look): Look {
  return [pickFrom(random, HOME_VARIATIONS), primary, ...secondary];
}

function generateChange(
  random: Random,
  colours: readonly ColourName[],
  designs: readonly Design[],
  worn: WornColours,
): Look {
  const primary = pickFrom(
    random,
    colours.filter((colour) => !worn.has(colour)),
  );
  const design = pickFrom(random, designs);
  const hasTrim = design !== 'Plain' || random() < 0.7;
  return hasTrim ? [design, primary, pickFrom(random, contrastsTo(primary))] : [design, primary];
}

function generateTraining(random: Random, { home: [, ...teamColours] }: DemoTeam): Look {
  const primary = pickFrom(random, [...teamColours, ...TRAINING_COLOURS]);
  const accents = teamColours.filter((colour) => colour !== primary);
  const accent = accents.length > 0 ? pickFrom(random, accents) : pickFrom(random, contrastsTo(primary));
  return [pickFrom(random, QUIET_DESIGNS), primary, accent];
}

/** The primary colours of change kits in a year. Newer kits are bolder. */
function changeColours(year: number): readonly ColourName[] {
  return year < 2010 ? OLDER_CHANGES : NEWER_CHANGES;
}

/** The colours that contrast with this one. */
function contrastsTo(colour: ColourName): readonly ColourName[] {
  return LIGHT.has(colour) ? ON_LIGHT : ON_DARK;
}

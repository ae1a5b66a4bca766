import type { ColourName, Design } from '@kitroom/shared';
import type { DemoTeam, Look } from './demo-team.ts';
import { DEMO_KIT_TYPES, type Cut } from './demo-kit-types.ts';
import {
  changeColours,
  contrastsTo,
  CHANGE_DESIGNS,
  HOME_VARIATIONS,
  KEEPER_COLOURS,
  QUIET_DESIGNS,
  SPECIAL_COLOURS,
  TRAINING_COLOURS,
} from './demo-palettes.ts';
import { openRandom, pickFrom, type Random } from './seeded-random.ts';

// The primary colours of a season's shirts so far; the next ones avoid them.
type WornColours = Set<ColourName>;

// The probabilities that a home shirt differs from the club's usual design, and that an away shirt is the usual one.
const HOME_STRAYS = 0.08;
const USUAL_AWAY = 0.45;

/**
 * Draws the look of each kit type in the season that begins in `first`, even of types that the team lacks, so
 * that a side team has the same looks as its club.
 */
export function drawLooks(team: DemoTeam, first: number): Map<string, Look> {
  const worn: WornColours = new Set([team.home[1]]);
  const looks = new Map<string, Look>();
  for (const { name, cut } of DEMO_KIT_TYPES) {
    // All types with the cut of the home shirt look like it.
    const random = openRandom(`${team.wardrobe} ${first} ${cut === 'home' ? 'Home' : name} look`);
    const look = CUTS[cut](random, team, first, worn);
    if (cut !== 'training') worn.add(look[1]);
    looks.set(name, look);
  }
  return looks;
}

const CUTS: Readonly<
  Record<Cut, (random: Random, team: DemoTeam, first: number, worn: WornColours) => Look>
> = {
  home: (random, { home }) => (random() < HOME_STRAYS ? vary(random, home) : home),
  away: (random, { away }, first, worn) =>
    random() < USUAL_AWAY ? away : drawChange(random, changeColours(first), CHANGE_DESIGNS, worn),
  change: (random, _team, first, worn) => drawChange(random, changeColours(first), CHANGE_DESIGNS, worn),
  keeper: (random, _team, _first, worn) => drawChange(random, KEEPER_COLOURS, QUIET_DESIGNS, worn),
  special: (random, _team, _first, worn) => drawChange(random, SPECIAL_COLOURS, CHANGE_DESIGNS, worn),
  training: (random, team) => drawTraining(random, team),
};

function vary(random: Random, [, primary, ...secondary]: Look): Look {
  return [pickFrom(random, HOME_VARIATIONS), primary, ...secondary];
}

function drawChange(
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

function drawTraining(random: Random, { home: [, ...own] }: DemoTeam): Look {
  const primary = pickFrom(random, [...own, ...TRAINING_COLOURS]);
  const accents = own.filter((colour) => colour !== primary);
  const accent = accents.length > 0 ? pickFrom(random, accents) : pickFrom(random, contrastsTo(primary));
  return [pickFrom(random, QUIET_DESIGNS), primary, accent];
}

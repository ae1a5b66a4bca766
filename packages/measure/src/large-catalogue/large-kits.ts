import { openRandom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { SEASONS_EACH, TYPES } from './kit-vocabulary.ts';
import type { LargeClub } from './large-clubs.ts';
import { fractionOf } from './weighted.ts';

/** Which kits there are, six bytes each: the club, the age of the season and the type, as indexes. */
export interface KitPlan {
  clubs: Uint32Array;
  ages: Uint8Array;
  types: Uint8Array;
}

/** A season of the largest clubs has up to so many kits, a season of the smallest on average two. */
const SEASON_MAX = 32;
const SEASON_MEAN = 2.2;
/** After so many years there are about a third of the kits. */
const FADING_YEARS = 14;

/** Gives each club its kits: no type twice in a season, more in recent seasons. */
export function planKits(clubs: readonly LargeClub[], kits: number): KitPlan {
  const random = openRandom('large kits');
  const plan = { clubs: new Uint32Array(kits), ages: new Uint8Array(kits), types: new Uint8Array(kits) };
  let at = 0;
  for (const [club, { kits: count }] of clubs.entries()) {
    for (const [age, inSeason] of shareBySeasons(count, club)) {
      for (const type of pickTypes(inSeason, random)) {
        plan.clubs[at] = club;
        plan.ages[at] = age;
        plan.types[at] = type;
        at += 1;
      }
    }
  }
  return plan;
}

/** The order in which kits are written: mixed, as collectors add them. */
export function shuffledOrder(kits: number): Uint32Array {
  const random = openRandom('order of kits');
  const order = Uint32Array.from({ length: kits }, (_, at) => at);
  for (let at = kits - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

function* shareBySeasons(count: number, club: number): Generator<readonly [age: number, kits: number]> {
  const most = Math.max(SEASON_MAX, Math.ceil((1.5 * count) / SEASONS_EACH));
  const least = Math.ceil((1.5 * count) / most);
  const span = Math.min(
    SEASONS_EACH,
    Math.max(1, least, Math.round(count / (SEASON_MEAN + 4 * fractionOf(club, 1)))),
  );
  const newest = Math.floor((SEASONS_EACH - span) * fractionOf(club, 2) ** 2.5);
  const weightOf = (age: number) => Math.exp(-age / FADING_YEARS) + 0.05;
  let total = 0;
  for (let age = newest; age < newest + span; age += 1) total += weightOf(age);
  let [exact, given] = [0, 0];
  for (let age = newest; age < newest + span; age += 1) {
    exact += (count * weightOf(age)) / total;
    const isOldest = age === newest + span - 1;
    const kits = Math.min(most, (isOldest ? count : Math.floor(exact)) - given);
    given += kits;
    if (kits > 0) yield [age, kits];
  }
  if (given !== count) throw new Error(`club ${club} has ${given} kits instead of ${count}`);
}

/** So many types: the frequent ones first, others by their share. */
function pickTypes(count: number, random: Random): number[] {
  const picked: number[] = [];
  const rest: number[] = [];
  for (const [at, [, share]] of TYPES.entries()) {
    if (picked.length === count) return picked;
    if (random() < share) picked.push(at);
    else rest.push(at);
  }
  return [...picked, ...rest.slice(0, count - picked.length)];
}

import { formatSeasonYear } from '@kitroom/shared';
import { brandIn, firstYearOf } from './demo-brands.ts';
import { playedIn, type DemoCompetition } from './demo-competitions.ts';
import { leagueOf, type DemoLeagueName } from './demo-leagues.ts';
import { toDemoSlug } from './demo-slug.ts';
import type { ClubExtras, ClubRow, Prominence, TeamSeason } from './demo-team.ts';
import { createRandom, type Random } from './seeded-random.ts';

/** The start year of the clubs' last season. */
export const LAST_CLUB_YEAR = 2025;

const FIRST_YEAR = 1990;
// By prominence: the probability that a season is covered in the first year, and the increase until the last.
const COVERAGE = { 1: [0.55, 0.45], 2: [0.2, 0.45], 3: [0.12, 0.33] } as const;
// By prominence: the probabilities of playing in the continent's first and second cup in a season.
const CONTINENTAL = { 1: [0.65, 0.25], 2: [0.15, 0.35], 3: [0.03, 0.12] } as const;

/** Generates the seasons for which the catalogue has kits of a club, oldest first. */
export function generateClubSeasons(league: DemoLeagueName, row: ClubRow): TeamSeason[] {
  const [name, prominence, , , brands, extras = {}] = row;
  const seasons: TeamSeason[] = [];
  for (let first = firstYearOf(brands); first <= LAST_CLUB_YEAR; first += 1) {
    const random = createRandom(`${toDemoSlug(name)} ${first} season`);
    const brand = brandIn(brands, first);
    if (isCovered(random, prominence, first) || extras.complete) {
      const competitions = pickCompetitions(random, league, row, first);
      seasons.push({ year: writeYear(league, first), first, brand, competitions, ...cupOf(league, first) });
    }
    if (SPECIAL_SHIRTS.some(([club, year]) => club === name && year === first)) {
      seasons.push({ year: String(first), first, brand, competitions: [], only: 'Special' });
    }
  }
  return seasons;
}

function isCovered(random: Random, prominence: Prominence, year: number): boolean {
  const [initial, added] = COVERAGE[prominence];
  return random() < initial + (added * (year - FIRST_YEAR)) / (LAST_CLUB_YEAR - FIRST_YEAR);
}

function writeYear(league: DemoLeagueName, first: number): string {
  const isCalendarYear = first >= (leagueOf(league).calendarSince ?? Infinity);
  return formatSeasonYear({ first, second: isCalendarYear ? null : first + 1 });
}

function cupOf(league: DemoLeagueName, year: number): Pick<TeamSeason, 'cup'> {
  const { cup } = leagueOf(league);
  return cup && playedIn(year, [cup]).length > 0 ? { cup } : {};
}

function pickCompetitions(
  random: Random,
  league: DemoLeagueName,
  [, prominence, , , , extras = {}]: ClubRow,
  year: number,
): DemoCompetition[] {
  const { below, continental } = leagueOf(league);
  if (isRelegated(extras, year)) return playedIn(year, below ? [below] : []);
  const [highest, second] = CONTINENTAL[prominence];
  const sample = random();
  if (sample < highest) return playedIn(year, [league, ...(continental[0] ?? [])]);
  if (sample < highest + second) return playedIn(year, [league, ...(continental[1] ?? [])]);
  return playedIn(year, [league]);
}

function isRelegated({ down = [] }: ClubExtras, year: number): boolean {
  return down.some(([from, to]) => from <= year && year <= to);
}

/**
 * Special shirts in seasons of one calendar year. Because of the first one, a search for `malaga 2003` finds
 * three kinds of seasons.
 */
const SPECIAL_SHIRTS: ReadonlyArray<readonly [club: string, year: number]> = [
  ['Málaga CF', 2003],
  ['AC Milan', 1999],
  ['FC Barcelona', 1999],
  ['Real Madrid', 2002],
  ['Ajax', 2000],
  ['Inter', 2008],
  ['Borussia Dortmund', 2009],
];

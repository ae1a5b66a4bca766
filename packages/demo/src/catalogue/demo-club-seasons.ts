import { formatSeasonYear } from '@kitroom/shared';
import { brandIn, firstYearOf } from './demo-brands.ts';
import type { ClubExtras, ClubRow, Prominence } from './demo-club-rows.ts';
import { playedIn, type DemoCompetition } from './demo-competitions.ts';
import { leagueOf, type DemoLeagueName } from './demo-leagues.ts';
import type { TeamSeason } from './demo-team.ts';
import { toDemoSlug } from './demo-slug.ts';
import { openRandom, type Random } from './seeded-random.ts';
import type { DemoKitType } from './demo-kit-types.ts';

/** The first year of the last season that clubs have. */
export const LAST_CLUB_YEAR = 2025;

const FIRST_YEAR = 1990;
// A season's chance to be there: in the first year, and what is added until the last.
const COVERAGE = { 1: [0.55, 0.45], 2: [0.2, 0.45], 3: [0.12, 0.33] } as const;
// A season's chances of the continent's first and second cup.
const ABROAD = { 1: [0.65, 0.25], 2: [0.15, 0.35], 3: [0.03, 0.12] } as const;

/** Draws the seasons of which the catalogue has a club's kits, oldest first. */
export function drawClubSeasons(league: DemoLeagueName, row: ClubRow): TeamSeason[] {
  const [name, prominence, , , brands, extras = {}] = row;
  const seasons: TeamSeason[] = [];
  for (let first = firstYearOf(brands); first <= LAST_CLUB_YEAR; first += 1) {
    const random = openRandom(`${toDemoSlug(name)} ${first} season`);
    const brand = brandIn(brands, first);
    if (isCovered(random, prominence, first) || extras.complete) {
      const competitions = drawCompetitions(random, league, row, first);
      seasons.push({ year: writeYear(league, first), first, brand, competitions, ...cupOf(league, first) });
    }
    for (const { type } of DEMO_OCCASIONS.filter(({ club, year }) => club === name && year === first)) {
      seasons.push({ year: String(first), first, brand, competitions: [], only: type });
    }
  }
  return seasons;
}

function isCovered(random: Random, prominence: Prominence, year: number): boolean {
  const [atFirst, added] = COVERAGE[prominence];
  return random() < atFirst + (added * (year - FIRST_YEAR)) / (LAST_CLUB_YEAR - FIRST_YEAR);
}

function writeYear(league: DemoLeagueName, first: number): string {
  const isCalendarYear = first >= (leagueOf(league).calendarSince ?? Infinity);
  return formatSeasonYear({ first, second: isCalendarYear ? null : first + 1 });
}

function cupOf(league: DemoLeagueName, year: number): Pick<TeamSeason, 'cup'> {
  const { cup } = leagueOf(league);
  return cup && playedIn(year, [cup]).length > 0 ? { cup } : {};
}

function drawCompetitions(
  random: Random,
  league: DemoLeagueName,
  [, prominence, , , , extras = {}]: ClubRow,
  year: number,
): DemoCompetition[] {
  const { below, continental } = leagueOf(league);
  if (isDown(extras, year)) return playedIn(year, below ? [below] : []);
  const [highest, second] = ABROAD[prominence];
  const luck = random();
  if (luck < highest) return playedIn(year, [league, ...(continental[0] ?? [])]);
  if (luck < highest + second) return playedIn(year, [league, ...(continental[1] ?? [])]);
  return playedIn(year, [league]);
}

function isDown({ down = [] }: ClubExtras, year: number): boolean {
  return down.some(([from, to]) => from <= year && year <= to);
}

/** A single shirt for a day of its own, in a season that is one calendar year. */
export interface Occasion {
  club: string;
  year: number;
  type: DemoKitType['name'];
}

/** Shirts that the seasons do not have; `malaga 2003` finds three kinds of seasons because of the first. */
export const DEMO_OCCASIONS: readonly Occasion[] = [
  { club: 'Málaga CF', year: 2003, type: 'Special' },
  { club: 'AC Milan', year: 1999, type: 'Special' },
  { club: 'FC Barcelona', year: 1999, type: 'Special' },
  { club: 'Real Madrid', year: 2002, type: 'Special' },
  { club: 'Ajax', year: 2000, type: 'Special' },
  { club: 'Inter', year: 2008, type: 'Special' },
  { club: 'Borussia Dortmund', year: 2009, type: 'Special' },
];

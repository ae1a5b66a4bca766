import { brandIn, firstYearOf } from './demo-brands.ts';
import type { ClubRow, LeagueClubs, Prominence } from './demo-club-rows.ts';
import { drawClubSeasons, LAST_CLUB_YEAR } from './demo-club-seasons.ts';
import { OVERSEAS_CLUBS, NORTH_EASTERN_CLUBS, CENTRAL_CLUBS, WESTERN_CLUBS } from './demo-clubs.ts';
import { playedIn } from './demo-competitions.ts';
import { leagueOf, type DemoLeagueName } from './demo-leagues.ts';
import { NATIONAL_TEAMS, type NationalTeamRow } from './demo-national-teams.ts';
import { SIDE_TEAMS, type SideTeamRow } from './demo-side-teams.ts';
import { toDemoSlug } from './demo-slug.ts';
import type { DemoTeam, TeamSeason } from './demo-team.ts';
import { openRandom } from './seeded-random.ts';

// The shirts of a World Cup are out before its year.
const LAST_NATIONAL_YEAR = 2026;
const PLENTY = { 1: 0.85, 2: 0.6, 3: 0.4 } as const satisfies Record<Prominence, number>;
const SIDE_PLENTY = 0.25;
const NATIONAL_PLENTY = 0.7;

/** Every team of the demo catalogue: clubs, side teams, national teams. */
export function listDemoTeams(): DemoTeam[] {
  const clubs = [WESTERN_CLUBS, CENTRAL_CLUBS, NORTH_EASTERN_CLUBS, OVERSEAS_CLUBS].flat().flatMap(toClubs);
  const byName = new Map(clubs.map((club) => [club.name, club]));
  return [
    ...clubs,
    ...SIDE_TEAMS.map((row) => toSideTeam(row, byName)),
    ...NATIONAL_TEAMS.map(toNationalTeam),
  ];
}

function toClubs({ league, clubs }: LeagueClubs): DemoTeam[] {
  return clubs.map((row) => toClub(league, row));
}

function toClub(league: DemoLeagueName, row: ClubRow): DemoTeam {
  const [name, prominence, home, away, , extras = {}] = row;
  const slug = toDemoSlug(name);
  const country = extras.country ?? leagueOf(league).country;
  const plenty = extras.complete ? 1 : PLENTY[prominence];
  return { name, slug, country, home, away, wardrobe: slug, plenty, seasons: drawClubSeasons(league, row) };
}

function toSideTeam(row: SideTeamRow, clubs: Map<string, DemoTeam>): DemoTeam {
  const [name, clubName, since, plays, until = LAST_CLUB_YEAR] = row;
  const club = clubs.get(clubName);
  if (!club) throw new Error(`${name} belongs to no club: ${clubName}`);
  const seasons = club.seasons
    .filter((season) => since <= season.first && season.first <= until && !season.only)
    .map(({ year, first, brand }) => ({ year, first, brand, competitions: playedIn(first, [plays]) }));
  return { ...club, name, slug: toDemoSlug(name), plenty: SIDE_PLENTY, seasons };
}

function toNationalTeam([name, country, home, away, brands, tournaments]: NationalTeamRow): DemoTeam {
  const slug = toDemoSlug(name);
  const seasons: TeamSeason[] = [];
  for (let first = firstYearOf(brands); first <= LAST_NATIONAL_YEAR; first += 1) {
    const competitions = tournaments
      .filter(([, years]) => years.includes(first))
      .map(([tournament]) => tournament);
    // New shirts come with a tournament, and in many years between for the qualifying matches.
    const random = openRandom(`${slug} ${first} season`);
    const isQualifyingYear = first % 2 === 0 && first < LAST_NATIONAL_YEAR && random() < 0.5;
    if (competitions.length === 0 && !isQualifyingYear) continue;
    seasons.push({ year: String(first), first, brand: brandIn(brands, first), competitions });
  }
  return { name, slug, country, home, away, wardrobe: slug, plenty: NATIONAL_PLENTY, seasons };
}

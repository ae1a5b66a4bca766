import { brandIn, firstYearOf } from './demo-brands.ts';
import { generateClubSeasons, LAST_CLUB_YEAR } from './demo-club-seasons.ts';
import { CENTRAL_CLUBS, NORTH_EASTERN_CLUBS, OVERSEAS_CLUBS, WESTERN_CLUBS } from './demo-clubs.ts';
import { playedIn, type DemoCompetition } from './demo-competitions.ts';
import { leagueOf, type DemoLeagueName } from './demo-leagues.ts';
import { NATIONAL_TEAMS, type NationalTeamRow } from './demo-national-teams.ts';
import { toDemoSlug } from './demo-slug.ts';
import type { ClubRow, DemoTeam, LeagueClubs, Prominence, TeamSeason } from './demo-team.ts';
import { createRandom } from './seeded-random.ts';

// The shirts of a World Cup are released before its year.
const LAST_NATIONAL_YEAR = 2026;
const PLENTY = { 1: 0.85, 2: 0.6, 3: 0.4 } as const satisfies Record<Prominence, number>;
const SIDE_PLENTY = 0.25;
const NATIONAL_PLENTY = 0.7;

/**
 * A second, youth or women's team. It wears its club's shirts, in the seasons that start from `since` to
 * `until`.
 */
type SideTeamRow = readonly [
  name: string,
  club: string,
  since: number,
  plays: DemoCompetition,
  until?: number,
];

/** Teams that searches list after the clubs' first teams. */
// prettier-ignore
const SIDE_TEAMS: readonly SideTeamRow[] = [
  ['FC Barcelona B', 'FC Barcelona', 2007, 'Segunda División'],
  ['FC Barcelona Femenino', 'FC Barcelona', 2012, 'Liga F'],
  ['Real Madrid Femenino', 'Real Madrid', 2020, 'Liga F'],
  ['Atlético de Madrid Féminas', 'Atlético de Madrid', 2012, 'Liga F'],
  ['Real Sociedad B', 'Real Sociedad', 2019, 'Primera Federación'],
  ['Málaga CF Femenino', 'Málaga CF', 2017, 'Liga F'],
  ['SL Benfica B', 'SL Benfica', 2012, 'Liga Portugal 2'],
  ['Arsenal Ladies', 'Arsenal', 2002, "Women's Super League", 2016],
  ['Arsenal Women', 'Arsenal', 2017, "Women's Super League"],
  ['Chelsea Women', 'Chelsea', 2015, "Women's Super League"],
  ['Manchester United U21', 'Manchester United', 2013, 'Premier League 2'],
  ['Chelsea U19', 'Chelsea', 2013, 'UEFA Youth League'],
  ['Olympique Lyonnais Féminine', 'Olympique Lyonnais', 2006, 'Première Ligue Féminine'],
  ['Paris Saint-Germain Féminine', 'Paris Saint-Germain', 2012, 'Première Ligue Féminine'],
  ['FC Bayern München II', 'FC Bayern München', 2000, '3. Liga'],
  ['FC Bayern München Frauen', 'FC Bayern München', 2012, 'Frauen-Bundesliga'],
  ['Borussia Dortmund II', 'Borussia Dortmund', 2009, '3. Liga'],
  ['SV Werder Bremen III', 'SV Werder Bremen', 2013, 'Regionalliga'],
  ['VfL Wolfsburg Frauen', 'VfL Wolfsburg', 2008, 'Frauen-Bundesliga'],
  ['Juventus Women', 'Juventus', 2017, 'Serie A Femminile'],
  ['Inter Youth', 'Inter', 2010, 'Campionato Primavera'],
  ['AC Milan U19', 'AC Milan', 2013, 'UEFA Youth League'],
  ['Jong Ajax', 'Ajax', 2013, 'Eerste Divisie'],
  ['Jong PSV', 'PSV Eindhoven', 2013, 'Eerste Divisie'],
  ['Ajax Women', 'Ajax', 2012, "Women's Champions League"],
];

/** All teams of the demo catalogue: clubs, side teams, national teams. */
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
  return {
    name,
    slug,
    country,
    home,
    away,
    wardrobe: slug,
    plenty,
    seasons: generateClubSeasons(league, row),
  };
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
    // New shirts are released for tournaments, and in many years in between for qualifying matches.
    const random = createRandom(`${slug} ${first} season`);
    const isQualifyingYear = first % 2 === 0 && first < LAST_NATIONAL_YEAR && random() < 0.5;
    if (competitions.length === 0 && !isQualifyingYear) continue;
    seasons.push({ year: String(first), first, brand: brandIn(brands, first), competitions });
  }
  return { name, slug, country, home, away, wardrobe: slug, plenty: NATIONAL_PLENTY, seasons };
}

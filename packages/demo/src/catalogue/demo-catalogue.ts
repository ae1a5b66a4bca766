import { DEMO_ALIASES, DEMO_OTHER_ALIASES } from './demo-aliases.ts';
import { DEMO_BRANDS } from './demo-brands.ts';
import { listDemoCompetitions } from './demo-competitions.ts';
import { DEMO_KIT_TYPES } from './demo-kit-types.ts';
import { generateSeasonKits } from './demo-kits.ts';
import { toDemoSlug } from './demo-slug.ts';
import type { DemoTeam } from './demo-team.ts';
import { listDemoTeams } from './demo-teams.ts';

/**
 * Yields the demo catalogue in the import format, one line of JSON (without the line break) at a time:
 * brands, competitions, clubs, seasons, kit types, then the kits, oldest season first. Deterministic.
 *
 * The clubs, competitions and brands are real; the kits are illustrative. Colours, designs and brands follow
 * what each club is known for, but the set of kits, their competitions and their ratings are random,
 * not researched. The clubs have ids, because their logos are the URLs of the crests that the service draws.
 * No line links to another site or contains an id of the archive.
 */
export function* writeDemoCatalogue(): Generator<string> {
  const teams = listDemoTeams();
  for (const name of DEMO_BRANDS) {
    yield JSON.stringify({ kind: 'brand', slug: toKitsSlug(name), name, aliases: DEMO_OTHER_ALIASES[name] });
  }
  for (const { name, country } of listDemoCompetitions()) {
    const aliases = DEMO_OTHER_ALIASES[name];
    yield JSON.stringify({ kind: 'competition', slug: toKitsSlug(name), name, aliases, country });
  }
  for (const [index, { name, country }] of teams.entries()) {
    const id = index + 1;
    const aliases = DEMO_ALIASES[name];
    yield JSON.stringify({
      kind: 'club',
      id,
      slug: toKitsSlug(name),
      name,
      aliases,
      logo: `/api/clubs/${id}/crest.svg`,
      country,
    });
  }
  for (const year of listSeasons(teams)) yield JSON.stringify({ kind: 'season', year });
  for (const { name, traits } of DEMO_KIT_TYPES) yield JSON.stringify({ kind: 'kit_type', name, ...traits });
  yield* writeKits(teams);
}

// Ordered by season, not by club, because the newest kits must have the highest ids to come first in the
// API's lists.
function* writeKits(teams: readonly DemoTeam[]): Generator<string> {
  for (const year of listSeasons(teams)) {
    for (const team of teams) {
      for (const season of team.seasons.filter((teamSeason) => teamSeason.year === year)) {
        for (const kit of generateSeasonKits(team, season)) yield JSON.stringify({ kind: 'kit', ...kit });
      }
    }
  }
}

function listSeasons(teams: readonly DemoTeam[]): string[] {
  // In string order, 2003 precedes 2003-04.
  return [...new Set(teams.flatMap((team) => team.seasons.map((season) => season.year)))].toSorted();
}

function toKitsSlug(name: string): string {
  return `${toDemoSlug(name)}-kits`;
}

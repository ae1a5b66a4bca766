import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { createRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { query } from '@kitroom/server/database/database';
import { findSeason, fold } from '@kitroom/shared';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../src/limits.ts';
import { KIT_TYPE_ORDER } from '../src/records/record-view.ts';
import { primaryTeamsFirst } from '../src/search/index/secondary-teams.ts';
import { useCatalogue } from './test-catalogue.ts';

/*
 * The first two tiers of kit searches: names that contain the phrase, else all terms. Interpreting keywords
 * must not change their results.
 */

const MINUTE = 60_000;
const KEYWORDS = 5000;

const catalogue = useCatalogue();
let kits: Kit[] = [];

interface Kit {
  id: number;
  name: string;
  year: string;
  team_name: string;
}

beforeAll(async () => {
  await catalogue.load([...writeDemoCatalogue()].map((line) => JSON.parse(line) as object));
  const rows = await query<Kit>(
    catalogue.db,
    `
    select kits.id, kits.name, seasons.year, clubs.name as team_name
    from kits
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    order by ${KIT_TYPE_ORDER}, kits.id desc
    `,
  );
  kits = rows.map((row) => ({ ...row, name: fold(row.name) }));
}, MINUTE);

/**
 * Up to ten kits by the phrase, else by all terms; the season is `2003-04`, `2003-2004`, or a year of either.
 */
function findAsTyped(keyword: string): number[] {
  const [season = '', first = '', second = ''] =
    /(?<![\w-])(\d{4})-(?:\d\d)?(\d\d)(?![\w-])/.exec(keyword) ?? [];
  const [year = ''] = season === '' ? (/(?<!\w)(?:19|20)\d\d(?!\w)/.exec(keyword) ?? []) : [];
  const text = fold(keyword.replace(season || year, ' '));
  const within = kits.filter(({ year: kitSeason }) => {
    if (season !== '') return kitSeason === `${first}-${second}`;
    return (
      year === '' ||
      kitSeason.startsWith(year) ||
      (kitSeason.length > 4 && Number(kitSeason.slice(0, 4)) + 1 === Number(year))
    );
  });
  const terms = text.split(/[\s-]+/).filter(Boolean);
  const byPhrase = within.filter(({ name }) => name.includes(text));
  const matches =
    byPhrase.length > 0 ? byPhrase : within.filter(({ name }) => terms.every((term) => name.includes(term)));
  if (text === '' && season === '' && year === '') return [];
  return primaryTeamsFirst(matches.slice(0, KIT_SEARCH_CANDIDATES))
    .slice(0, SEARCH_RESULTS)
    .map(({ id }) => id);
}

describe('GET /api/kits/search', () => {
  it(
    'returns the names that contain the phrase or all terms of the keyword',
    async () => {
      const random = createRandom('as typed');
      const draw = (): string => {
        const { name, year, team_name: team } = pickFrom(random, kits);
        const words = name.split(' ').filter((word) => !/\d/.test(word));
        const part = pickFrom(random, [
          team,
          words.join(' '),
          pickFrom(random, words),
          `${pickFrom(random, words)} ${pickFrom(random, words)}`,
          words.toReversed().join(' '),
          pickFrom(random, words).slice(0, 3),
          `${pickFrom(random, words)}-${pickFrom(random, words)}`,
        ]);
        return pickFrom(random, [
          part,
          part.toUpperCase(),
          `${part} ${year}`,
          `${year.slice(0, 4)} ${part}`,
          year.length > 4 ? `${year.slice(0, 4)}-${Number(year.slice(0, 4)) + 1} ${part}` : `${part} ${year}`,
        ]);
      };
      for (let searched = 0; searched < KEYWORDS;) {
        const keyword = draw();
        const expected = findAsTyped(keyword);
        const isSeasonKnown = !findSeason(keyword) || /\d{4}-\d/.test(keyword);
        if (expected.length === 0 || !isSeasonKnown) continue;
        searched += 1;
        const { body } = await catalogue.request(`/api/kits/search?keyword=${encodeURIComponent(keyword)}`);
        expect([keyword, (body as Array<{ id: number }>).map(({ id }) => id)]).toEqual([keyword, expected]);
      }
    },
    5 * MINUTE,
  );
});

import { beforeAll, describe, it } from '@jest/globals';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { createRandom } from '@kitroom/demo/catalogue/seeded-random';
import { expectReferenceResults } from './compare-results.ts';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** The whole file takes ten seconds on a quiet machine. */
const PATIENCE_MS = 180_000;
/** Numbers of random queries before the changes, and after each of them. The slow test sends many more. */
const QUERIES = 150;
const QUERIES_PER_CHANGE = 8;

/** Kits with second teams, accents, other scripts, and words with punctuation in their names. */
const SPECIAL_KITS = kitLines([
  { club: 'FC Bayern München II', season: '1998-99' },
  { club: 'FC Bayern München Frauen', season: '2010-11', type: 'Away' },
  { club: 'Jong Ajax', season: '2019-20' },
  { club: 'AS Saint-Étienne', season: '1976' },
  { club: 'AS Saint-Étienne', season: '1999-00', type: 'GK' },
  { club: 'Спартак Москва', season: '2003' },
  { club: 'Newell’s Old Boys', season: '1991-92', type: 'Rain Jacket' },
]);

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    ...[...writeDemoCatalogue()].map((line): object => JSON.parse(line)),
    ...SPECIAL_KITS,
  ]);
}, PATIENCE_MS);

describe('the search index', () => {
  it(
    'returns the same results as the slow reference',
    async () => {
      await expectReferenceResults(catalogue, createRandom('queries'), QUERIES);
    },
    PATIENCE_MS,
  );

  it(
    'returns the same results as the slow reference after each kind of change',
    async () => {
      const random = createRandom('changes');
      for (const change of CHANGES) {
        await catalogue.db.raw(change);
        await catalogue.followChanges();
        await expectReferenceResults(catalogue, random, QUERIES_PER_CHANGE);
      }
    },
    PATIENCE_MS,
  );
});

const ANY = (table: string, count: number) =>
  `(select id from ${table} order by md5(id::text || '${count}') limit ${count})`;

/** Each kind of change, to few and to many records. */
const CHANGES = [
  `update kits set name = name || ' Anniversary' where id in ${ANY('kits', 30)}`,
  `delete from kits where id in ${ANY('kits', 25)}`,
  `insert into kits (slug, name, club_id, country, season_id, brand_id, type_id, primary_color, secondary_colors)
   select slug || '-copy', name || ' Copy', club_id, country, season_id, brand_id, type_id, 'Pink', '{Gold,Red}'
   from kits where id in ${ANY('kits', 20)}`,
  `update clubs set name = 'Renamed ' || name, aliases = '{Renamed Club}' where id in ${ANY('clubs', 5)}`,
  `update clubs set country = 'ZZ' where id in ${ANY('clubs', 3)}`,
  `update brands set name = name || ' Sports'`,
  `update competitions set name = name || ' Trophy', slug = slug || '-new'`,
  `insert into seasons (year) values ('1888-89')`,
  `update kits set season_id = (select id from seasons where year = '1888-89') where id in ${ANY('kits', 9)}`,
  `update kit_types set order_priority = 99 where name = 'Home'`,
  `update kits set rating = null where id in ${ANY('kits', 30)}`,
  `update kits set rating = 4.5 where id in ${ANY('kits', 35)}`,
  `update kits set design = 'Sash', primary_color = null where id in ${ANY('kits', 40)}`,
  `delete from kits where club_id in ${ANY('clubs', 2)}`,
];

import { beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client/contracts';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** What is stored outside the catalogue, or reports the state of the database. */
const QUERIES_THE_DATABASE = [
  'getBulkFile',
  'getHealth',
  'getReady',
  'getRoot',
  'getService',
  'listBulkData',
  'listChanges',
];

const QUERIES: Readonly<Record<string, string>> = {
  listClubSeasons: 'id=1',
  listKitsInBulk: 'slugs=málaga-cf-2024-25-home-kit,b,c',
  searchSeasons: 'keyword=2024',
  suggestRecords: 'q=malaga',
};

const READS = CATALOGUE_CONTRACTS.filter(
  ({ id, method, path }) =>
    method === 'GET' && !path.startsWith('/api/user-collection/') && !QUERIES_THE_DATABASE.includes(id),
);

const catalogue = useCatalogue();
let statements: string[];

beforeAll(async () => {
  await catalogue.load(kitLines([{ club: 'Málaga CF', competitions: [] }]));
  catalogue.db.on('query', ({ sql }: { sql: string }) => {
    // The log of changes is read once a second.
    if (!/\bfrom "?changes\b/.test(sql)) statements.push(sql);
  });
});

describe('cached catalogue reads', () => {
  it.each(READS)('send no SQL statement: $method $path', async ({ id, path }) => {
    statements = [];
    const query = QUERIES[id] ?? (path.endsWith('/search') ? 'keyword=malaga' : '');
    const { status } = await catalogue.request(`${path.replaceAll(/\{\w+\}/g, '1')}?${query}`);
    expect([path, status < 300 || status === 404, statements]).toEqual([path, true, []]);
  });
});

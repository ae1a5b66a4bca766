import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { useService } from '@kitroom/testing/use-service';
import {
  additionTo,
  CHANGED_TABLES,
  CHANGES,
  compareAfter,
  expectResponses,
  FOLLOWING_COLUMNS,
  listRequests,
  listTagged,
  PUBLIC_URL,
  readAll,
  RECORDS,
  UNSHOWN_TABLES,
  updateOf,
  withStatus,
  type CachedRequest,
  type RecordChange,
  type Responses,
} from './cache-tags.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue({ env: { PUBLIC_URL } });
/** A catalogue of the same database without a cache. */
const reference = useService(() =>
  startTestCatalogue({ database: { url: catalogue.databaseUrl }, env: { PUBLIC_URL }, isCacheOff: true }),
);

let requests: CachedRequest[];
let before: Responses;

beforeAll(async () => {
  await catalogue.load(RECORDS);
  requests = listRequests(catalogue.endpoints, 'sample');
  before = await readReference();
  await expectResponses(catalogue, requests, before);
});

async function readReference(): Promise<Responses> {
  await reference.followChanges();
  return readAll(reference, requests);
}

describe('the requests of the cache tag tests', () => {
  it('are valid, except for bulk requests without slugs', () => {
    const invalid = withStatus(400, requests, before);
    expect(invalid.map(({ path }) => path)).toEqual(['/api/kits/bulk', '/api/kits/bulk?expand=true']);
  });

  it('are served from the cache', async () => {
    const missed: string[] = [];
    for (const { path } of withStatus(200, requests, before)) {
      const { headers } = await fetch(`${catalogue.url}${path}`);
      if (headers.get('X-Cache') !== 'HIT') missed.push(path);
    }
    expect(missed).toEqual([]);
  });
});

describe('the changes of the cache tag tests', () => {
  it('cover each column of each table that cached responses show', async () => {
    const columns = await query<{ name: string }>(
      catalogue.db,
      `select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables
       using (table_schema, table_name)
       where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER'
         and is_identity = 'NO' and table_name <> all (?)`,
      [UNSHOWN_TABLES],
    );
    const changed = CHANGED_TABLES.flatMap((table) =>
      Object.keys(CHANGES[table]).map((column) => `${table}.${column}`),
    );
    const names = columns.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...changed, ...FOLLOWING_COLUMNS].toSorted());
  });
});

describe('cached responses', () => {
  it.each(CHANGED_TABLES)('show changes of %s exactly if they have its tag', async (table) => {
    const changes = [additionTo(table), updateOf(table, Object.keys(CHANGES[table]))];
    const showing = await compareAfter(inTurn(changes), { catalogue, requests, before }, readReference);
    expect(showing.toSorted()).toEqual(listTagged(catalogue.endpoints, table).toSorted());
  });
});

function inTurn(changes: readonly RecordChange[]): RecordChange {
  return {
    async apply(db) {
      for (const change of changes) await change.apply(db);
    },
    async undo(db) {
      for (const change of changes.toReversed()) await change.undo(db);
    },
  };
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRandom } from '@kitroom/demo/catalogue/seeded-random';
import { openDatabase, query, type Database } from '@kitroom/server/database/database';
import { installFailingStatements, type FailingStatements } from '@kitroom/testing/failing-statements';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { databaseOptions } from '../src/catalogue-database.ts';
import { readCatalogueConfig } from '../src/config.ts';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { useBulkFolder } from './bulk-folder.ts';
import { EMPTY_CATALOGUE, kitLines } from './fixture-catalogue.ts';
import { writeRandomly } from './random-writes.ts';
import {
  createCatalogueDatabase,
  runCommand,
  startTestCatalogue,
  type TestCatalogue,
} from './test-catalogue.ts';

const folder = useBulkFolder();
let source: TestCatalogue;
let database: TestDatabase;
let mirrored: Database;
let statements: FailingStatements;

beforeAll(async () => {
  source = await startTestCatalogue({ env: { BULK_DATA_ROOT: folder.path } });
  await source.load(kitLines([{ club: 'Málaga CF' }, { club: 'Arsenal', season: '2023', type: 'GK Away' }]));
  await folder.make(source);
  database = await createCatalogueDatabase();
  mirrored = openDatabase(databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url })));
  statements = await installFailingStatements(database);
});

afterAll(async () => {
  await statements.close();
  await mirrored.destroy();
  await database.drop();
  await source.close();
});

function mirror() {
  const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
  return runCommand(['mirror', source.url, '--once'], { env });
}

async function exported(db: Database): Promise<string[]> {
  let text = '';
  for await (const part of exportCatalogue(db)) text += part;
  return text.split('\n');
}

const emptyMirror = () =>
  query(mirrored, `${EMPTY_CATALOGUE}; delete from mirror_source; delete from mirror_stage`);
const random = createRandom('failing');
const changeSource = () => writeRandomly(source.db, random, 2);

describe('a mirror', () => {
  it.each<[what: string, prepare: () => Promise<unknown>]>([
    ['the snapshot', emptyMirror],
    ['changes', changeSource],
  ])(
    'equals its source after the next run if a statement fails while it reads %s',
    async (_what, prepare) => {
      await mirror();
      await prepare();
      const { outcome, failures } = await statements.failEach(mirror, async ({ status }, statement) => {
        expect({ statement, status }).toEqual({ statement, status: 1 });
        expect({ statement, status: (await mirror()).status }).toEqual({ statement, status: 0 });
        expect({ statement, lines: await exported(mirrored) }).toEqual({
          statement,
          lines: await exported(source.db),
        });
        await prepare();
      });
      expect(outcome.status).toBe(0);
      expect(failures).toBeGreaterThan(3);
    },
  );
});

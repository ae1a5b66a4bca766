import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { openRandom } from '@kitroom/demo/catalogue/seeded-random';
import { writeLargeCatalogue } from '@kitroom/measure/large-catalogue/write-large-catalogue';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { expectEqualAnswers, type Compared } from './compare-answers.ts';
import { createCatalogueDatabase, startTestCatalogue } from './test-catalogue.ts';

const MINUTE = 60_000;
/** More than are followed one by one. */
const KITS = 12_000;
const QUESTIONS = 3000;

let folder: string;
let database: TestDatabase;
let compared: Compared;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-index-'));
  const file = join(folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, KITS);
  database = await createCatalogueDatabase();
  compared = {
    indexed: await startTestCatalogue({ database }),
    building: await startTestCatalogue({ database, isIndexHeld: true }),
  };
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  await compared.indexed.load(lines.map((line): object => JSON.parse(line)));
}, 2 * MINUTE);

afterAll(async () => {
  await Promise.all(Object.values(compared).map((catalogue) => catalogue.close()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the search index of a larger catalogue', () => {
  it(
    'answers as the database does while it is being built',
    async () => {
      await expectEqualAnswers(compared, openRandom('many questions'), QUESTIONS);
    },
    10 * MINUTE,
  );
});

import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { openRandom } from '@kitroom/demo/catalogue/seeded-random';
import { writeLargeCatalogue } from '@kitroom/measure/large-catalogue/write-large-catalogue';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { expectRightAnswers } from './compare-answers.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const MINUTE = 60_000;
/** More than are followed one by one. */
const KITS = 12_000;
const QUESTIONS = 3000;

let folder: string;
let database: TestDatabase;
let catalogue: TestCatalogue;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-index-'));
  const file = join(folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, KITS);
  database = await createCatalogueDatabase();
  catalogue = await startTestCatalogue({ database });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  await catalogue.load(lines.map((line): object => JSON.parse(line)));
}, 2 * MINUTE);

afterAll(async () => {
  await catalogue.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the search index of a larger catalogue', () => {
  it(
    'answers as the slow reference does',
    async () => {
      await expectRightAnswers(catalogue, openRandom('many questions'), QUESTIONS);
    },
    10 * MINUTE,
  );
});

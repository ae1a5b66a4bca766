import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { openRandom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { closeDatabase, openDatabase, type Database } from '@kitroom/server/database/database';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { expectRightAnswers } from './compare-answers.ts';
import { WRITE_LOCK, writeRandomly } from './random-writes.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const MINUTE = 60_000;
const WRITERS = 4;
const READERS = 8;
/** Each time that a reader holds off the writers. */
const QUESTIONS = 4;
/** Answers show what was committed a second ago. */
const FRESH_MS = 1000;

let database: TestDatabase;
let catalogue: TestCatalogue;
let db: Database;

beforeAll(async () => {
  database = await createCatalogueDatabase();
  catalogue = await startTestCatalogue({ database });
  await catalogue.load([...writeDemoCatalogue()].map((line): object => JSON.parse(line)));
  db = openDatabase({
    url: database.url,
    poolMax: WRITERS + READERS,
    applicationName: 'test',
    statementTimeoutMs: MINUTE,
  });
}, MINUTE);

afterAll(async () => {
  await closeDatabase(db);
  await catalogue.close();
  await database.drop();
});

describe('answers while four others write for a minute', () => {
  it(
    'are those of the slow reference within a second',
    async () => {
      const end = performance.now() + MINUTE;
      const repeat = async (work: () => Promise<void>) => {
        let times = 0;
        for (; performance.now() < end; times += 1) await work();
        return times;
      };
      const writers = Array.from({ length: WRITERS }, (_, index) => {
        const random = openRandom(`writer ${index}`);
        return repeat(() => writeRandomly(db, random, 1));
      });
      const readers = Array.from({ length: READERS }, (_, index) => {
        const random = openRandom(`reader ${index}`);
        return repeat(() => compare(random));
      });
      const [written, read] = [await Promise.all(writers), await Promise.all(readers)];
      for (const times of [...written, ...read]) expect(times).toBeGreaterThan(5);
    },
    3 * MINUTE,
  );
});

/** Compares answers with the reference while nobody writes; what was committed before may be a second late. */
async function compare(random: Random): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock_shared(?)', [WRITE_LOCK]);
    const lockedAt = performance.now();
    for (let question = 0; question < QUESTIONS; question += 1) {
      const seed = `${random()}`;
      const ask = () => expectRightAnswers(catalogue, openRandom(seed), 1);
      await ask().catch(async () => {
        await sleep(Math.max(0, lockedAt + FRESH_MS - performance.now()));
        await ask();
      });
    }
  });
}

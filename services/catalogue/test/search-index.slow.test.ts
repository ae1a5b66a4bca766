import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeLargeCatalogue } from '@kitroom/benchmarks/large-catalogue/write-large-catalogue';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { createRandom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { closeDatabase, openDatabase, type Database } from '@kitroom/server/database/database';
import { expectReferenceResults } from './compare-results.ts';
import { WRITE_LOCK, writeRandomly } from './random-writes.ts';
import { useCatalogue } from './test-catalogue.ts';

const MINUTE = 60_000;

const toLines = (texts: readonly string[]) => texts.map((line): object => JSON.parse(line));

describe('the search index of a larger catalogue', () => {
  /** More kits than the index applies as single changes. */
  const kits = 12_000;
  const queries = 300;
  const catalogue = useCatalogue();

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitroom-index-'));
    const file = join(folder, 'catalogue.ndjson');
    await writeLargeCatalogue(file, kits);
    await catalogue.load(toLines(readFileSync(file, 'utf8').trim().split('\n')));
    rmSync(folder, { recursive: true });
  }, 2 * MINUTE);

  it(
    'returns the same results as the slow reference',
    async () => {
      await expectReferenceResults(catalogue, createRandom('many requests'), queries);
    },
    10 * MINUTE,
  );
});

describe('the search index during concurrent writes', () => {
  const writerCount = 4;
  const readerCount = 8;
  const rounds = 8;
  /** Queries for each time that a reader blocks the writers. */
  const queries = 4;
  /** Responses show everything that was committed a second ago or earlier. */
  const freshMs = 1000;
  const catalogue = useCatalogue();
  let db: Database;

  beforeAll(async () => {
    await catalogue.load(toLines([...writeDemoCatalogue()]));
    db = openDatabase({
      url: catalogue.databaseUrl,
      poolMax: writerCount + readerCount,
      applicationName: 'test',
      statementTimeoutMs: MINUTE,
    });
  }, MINUTE);

  afterAll(() => closeDatabase(db));

  it(
    'returns the same results as the slow reference within a second of each commit',
    async () => {
      const read = new AbortController();
      const writeUntilRead = async (index: number) => {
        const random = createRandom(`writer ${index}`);
        let times = 0;
        for (; !read.signal.aborted; times += 1) await writeRandomly(db, random, 1);
        return times;
      };
      const readRounds = async (index: number) => {
        const random = createRandom(`reader ${index}`);
        for (let round = 0; round < rounds; round += 1) await compare(random);
      };
      const readers = Array.from({ length: readerCount }, (_, index) => readRounds(index));
      const writers = Array.from({ length: writerCount }, (_, index) => writeUntilRead(index));
      const [, written] = await Promise.all([
        Promise.all(readers).finally(() => read.abort()),
        Promise.all(writers),
      ]);
      for (const times of written) expect(times).toBeGreaterThanOrEqual(rounds / 2);
    },
    3 * MINUTE,
  );

  /**
   * Compares results with the reference while writers are blocked. Changes committed just before may appear a
   * second late.
   */
  async function compare(random: Random): Promise<void> {
    await db.transaction(async (transaction) => {
      await transaction.raw('select pg_advisory_xact_lock_shared(?)', [WRITE_LOCK]);
      const lockedAt = performance.now();
      for (let query = 0; query < queries; query += 1) {
        const seed = `${random()}`;
        const check = () => expectReferenceResults(catalogue, createRandom(seed), 1);
        await check().catch(async () => {
          await sleep(Math.max(0, lockedAt + freshMs - performance.now()));
          await check();
        });
      }
    });
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';

const MINUTE = 60_000;
const READERS = 8;
/** Limit for a read on a busy machine. Reads do not wait for the unavailable database. */
const READ_MS = 2000;
const STALE_MS = 5000;
/** One second after the database's return, plus time for a busy machine. */
const CURRENT_MS = 2000;
const READS = [
  '/api/kits?page_size=5&page=',
  '/api/kits/search?keyword=ajax ',
  '/api/clubs?page=',
  '/api/clubs/search?keyword=ajax ',
  '/api/suggest?q=ajax ',
  '/api/kits/facets?club=',
];

interface Read {
  status: number;
  cache: string | null;
  at: number;
  ms: number;
}

describe('the catalogue while PostgreSQL is stopped under load', () => {
  let folder: string;
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let catalogue: TestService;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-stopped-'));
    dataDir = join(folder, 'postgres');
    postgres = await startPostgres({ dataDir, forTests: true, port: await reserveTestPort() });
    await postgres.createDatabase('catalogue');
    const env = { DATABASE_URL: postgres.url('catalogue'), RATE_LIMIT_REQUESTS: '1000000' };
    const limits = { SUGGEST_LIMIT_REQUESTS: '1000000' };
    await runServiceCommand('catalogue', ['migrate'], { env });
    const input = [...writeDemoCatalogue()].join('\n');
    await runServiceCommand('catalogue', ['import', '-'], { env, input });
    catalogue = await startTestService('catalogue', { ...env, ...limits });
  }, 2 * MINUTE);

  afterAll(async () => {
    await catalogue?.kill('SIGKILL');
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTE);

  async function request(path: string) {
    const response = await fetch(`${catalogue.url}${path}`);
    return { status: response.status, cache: response.headers.get('X-Cache'), body: await response.json() };
  }

  it(
    'serves stale reads without failures or delays, and current reads within 2 seconds of its return',
    async () => {
      const reads: Read[] = [];
      const done = new AbortController();
      const readers = Array.from({ length: READERS }, async (_, reader) => {
        for (let turn = reader + 1; !done.signal.aborted; turn += READERS) {
          const at = performance.now();
          const { status, cache } = await request(`${READS[turn % READS.length]}${turn}`);
          reads.push({ status, cache, at, ms: performance.now() - at });
        }
      });
      const untilReads = async (count: number) => {
        const before = reads.length;
        await eventually(async () => expect(reads.length).toBeGreaterThan(before + count));
      };
      await untilReads(200);
      expect((await request('/api/kits?page_size=5')).body).toHaveLength(5);
      await postgres.stop();
      const stoppedAt = performance.now();
      await eventually(async () => expect(reads.at(-1)?.cache).toBe('STALE'), STALE_MS + READ_MS);
      await untilReads(200);
      expect(await request('/api/health')).toMatchObject({ status: 503, body: { database: 'disconnected' } });
      expect(await request('/api/ready')).toMatchObject({ status: 200 });
      expect(await request('/api/user-collection/1')).toMatchObject({ status: 503 });
      expect(reads.filter(({ at, cache }) => at > stoppedAt + STALE_MS && cache !== 'STALE')).toEqual([]);

      postgres = await startPostgres({ dataDir, forTests: true, port: postgres.port });
      await queryOnce(postgres.url('catalogue'), `insert into brands (slug, name) values ('late', 'Late')`);
      await eventually(async () => {
        expect((await request('/api/brands/search?keyword=late')).body).toMatchObject([{ name: 'Late' }]);
        expect(reads.at(-1)?.cache).toBe('MISS');
      }, CURRENT_MS);
      done.abort();
      await Promise.all(readers);
      expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
      expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(READ_MS);
    },
    2 * MINUTE,
  );
});

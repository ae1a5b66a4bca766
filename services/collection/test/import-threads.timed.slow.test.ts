import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService } from '@kitroom/testing/test-processes';
import { useStarter } from '@kitroom/testing/use-service';
import { IMPORT_FIELDS } from '../src/imports/parse/import-fields.ts';
import { HOSTILE_CELLS_COUNT, listHostileCells } from './hostile-cells.ts';
import { TEST_SECRET_KEY } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';
import { timeHealth } from './time-health.ts';

/** Accepts uploads; the service below processes them. */
const service = useMatchingCollection({ WORKER: 'false' });
const GRACE_SECONDS = 5;
/** Short enough for a table with all hostile cells. */
const CELL_LENGTH = 2000;
const HEALTH_MS = 100;
const ROUNDS = 5;

/** Starts a service that serves HTTP and processes jobs. */
const startServing = useStarter(
  (env: Record<string, string> = {}) =>
    startTestService('collection', {
      DATABASE_URL: service.database.url,
      MEDIA_ROOT: service.collection.mediaRoot,
      SECRET_KEY: TEST_SECRET_KEY,
      CATALOGUE_URL: service.catalogue.url,
      SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
      ...env,
    }),
  (serving) => serving.kill('SIGKILL'),
);

/** Starts a service whose import threads loop forever. */
const startSpinning = () =>
  startServing({ NODE_OPTIONS: `--import=${new URL('./spinning-imports.ts', import.meta.url).href}` });

/** Creates an import and waits until the service is processing it. */
async function beginImport() {
  const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
  const { id } = (await importer.send('Name,Brand,Size\nA,Nike,L\n')).body;
  const read = async () => (await importer.request(`/api/imports/${id}/`)).body;
  await eventually(async () => {
    const [row] = await query<{ claim: string | null }>(
      service.collection.db,
      'select claim from imports where id = ?',
      [id],
    );
    expect(row?.claim).not.toBeNull();
  });
  return { importer, id, read };
}

/**
 * Expects health reports within 100 ms while an import is being processed, in at least one round of five, as
 * other tests may slow down some. `begin` returns a function that waits for the end of the import.
 */
async function expectPromptHealth(url: string, begin: () => Promise<() => Promise<unknown>>): Promise<void> {
  const longest: number[] = [];
  while (longest.length < ROUNDS && !longest.some((ms) => ms < HEALTH_MS)) {
    const { count, longestMs } = await timeHealth(url, await begin());
    expect(count).toBeGreaterThan(20);
    longest.push(longestMs);
  }
  process.stderr.write(`health during imports took at most ${longest.join(', ')} ms\n`);
  expect(Math.min(...longest)).toBeLessThan(HEALTH_MS);
}

describe('an import that loops endlessly', () => {
  it('fails after three attempts and does not delay health checks', async () => {
    const { url, logs } = await startSpinning();
    await expectPromptHealth(url, async () => {
      const { importer, id } = await beginImport();
      return async () =>
        expect(await importer.settled(id)).toMatchObject({
          status: 'failed',
          error: 'The import was stopped: something in it takes too long to process.',
        });
    });
    const ended = {
      level: 'warn',
      thread: 'import-thread.ts',
      reason: 'too slow',
      msg: 'terminated a thread',
    };
    const warnings = logs().filter(({ msg }) => msg === ended.msg);
    expect(warnings.length).toBeGreaterThanOrEqual(3);
    expect(warnings.length % 3).toBe(0);
    expect(warnings).toEqual(warnings.map(() => expect.objectContaining(ended)));
  }, 600_000);
});

describe('an import of hostile cells for each field', () => {
  it('is reviewed and does not delay health checks', async () => {
    const { url } = await startServing();
    const fields = [...IMPORT_FIELDS.keys()];
    const cells = new Map(fields.map((field) => [field, listHostileCells(field, CELL_LENGTH)]));
    const rows = Array.from({ length: HOSTILE_CELLS_COUNT }, (_, at) =>
      JSON.stringify(Object.fromEntries(fields.map((field) => [field, cells.get(field)?.[at]]))),
    );
    await expectPromptHealth(url, async () => {
      const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
      // Uploaded before the measurement, because the upload delays this process, which measures.
      const { id } = (await importer.send(rows.join('\n'), 'hostile.ndjson')).body;
      return async () =>
        expect(await importer.settled(id)).toMatchObject({
          status: 'review',
          row_count: HOSTILE_CELLS_COUNT,
        });
    });
  }, 180_000);
});

describe('an import that loops endlessly', () => {
  it('ends when its owner deletes it', async () => {
    const spinning = await startSpinning();
    const { importer, id, read } = await beginImport();
    expect((await importer.request(`/api/imports/${id}/`, 'DELETE')).status).toBe(204);
    expect(await read()).toMatchObject({ status: 'failed', error: 'Abandoned by its owner.' });
    await eventually(async () => {
      const running =
        "select from agenda_jobs where name = 'import' and (next_run_at is not null or locked_at is not null)";
      expect(await query(service.collection.db, running)).toEqual([]);
    });
    expect(spinning.logs().filter(({ level }) => level === 'error')).toEqual([]);
  }, 120_000);
});

describe('a process', () => {
  it('stops within its grace period and releases an import that loops endlessly', async () => {
    const spinning = await startSpinning();
    const { read } = await beginImport();
    const stopped = performance.now();
    expect(await spinning.kill('SIGTERM')).toEqual({ status: 0, signal: null });
    expect(performance.now() - stopped).toBeLessThan(GRACE_SECONDS * 1000);
    expect((await read()).status).toBe('reading');
    const jobs = await query(
      service.collection.db,
      "select from agenda_jobs where name = 'import' and locked_at is null and next_run_at <= now()",
    );
    expect(jobs).toHaveLength(1);
  }, 120_000);
});

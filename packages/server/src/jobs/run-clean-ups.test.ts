import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { runCleanUps } from './run-clean-ups.ts';

const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const fault = new Error('relation "exports" does not exist');

/** Runs a clean-up for each error, which it throws, if any. */
async function run(errors: Readonly<Record<string, Error | undefined>>) {
  const lines: Array<{ level: number; cleanUp: string; err: { message: string } }> = [];
  const done: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as never) });
  const cleanUps = Object.entries(errors).map(([name, error]) => [
    name,
    async () => {
      if (error) throw error;
      done.push(name);
    },
  ]);
  const thrown: unknown = await runCleanUps(log, Object.fromEntries(cleanUps)).catch(
    (error: unknown) => error,
  );
  return {
    thrown,
    done,
    logged: lines.map(({ level, cleanUp, err }) => ({ level, cleanUp, reason: err.message })),
  };
}

describe('runCleanUps', () => {
  it('runs every clean-up and reports each failure with the name of its clean-up', async () => {
    const { thrown, done, logged } = await run({
      jobs: fault,
      photos: undefined,
      exports: fault,
      shares: undefined,
    });
    expect(done).toEqual(['photos', 'shares']);
    expect(logged).toEqual([
      { level: pino.levels.values['error'], cleanUp: 'jobs', reason: fault.message },
      { level: pino.levels.values['error'], cleanUp: 'exports', reason: fault.message },
    ]);
    expect(thrown).toEqual(new Error('clean-ups failed: jobs, exports'));
  });

  it('throws the error of an unavailable database, unless a clean-up failed for another reason', async () => {
    const { thrown, logged } = await run({ jobs: outage, photos: outage });
    expect(thrown).toBe(outage);
    expect(logged.map(({ level }) => level)).toEqual(Array(2).fill(pino.levels.values['warn']));
    expect((await run({ jobs: outage, photos: fault })).thrown).toEqual(
      new Error('clean-ups failed: jobs, photos'),
    );
  });

  it('throws nothing if every clean-up succeeds', async () => {
    expect(await run({ jobs: undefined, photos: undefined })).toEqual({
      thrown: undefined,
      done: ['jobs', 'photos'],
      logged: [],
    });
  });
});

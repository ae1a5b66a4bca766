import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { benchmarkCatalogue } from '../src/benchmark-catalogue.ts';

// The number of requests of a kind that the service handles in the CPU time of a request to floor C, on the
// slowest of four kinds of machine. `UPDATE_RATIOS=true npm run test:slow -- ratios` replaces it.
const BASELINE = new URL('../ratios.json', import.meta.url);

describe('the catalogue', () => {
  it('takes at most half as much CPU time again, relative to floor C, as in ratios.json', async () => {
    const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Record<string, number>;
    const { url, drop } = await createEmptyDatabase();
    const measurements = benchmarkCatalogue({
      env: { DATABASE_URL: url },
      kits: 3000,
      isWanted: (title) => title in baseline,
      floors: ['C'],
      say: () => {},
      connections: 8,
      // The same requests in each run, however busy the machine is.
      until: { amount: 500 },
      rounds: 6,
      secondsAlone: 0,
    });
    const ratios: Record<string, number> = {};
    for await (const { title, measured } of measurements) {
      // Other work on the machine only adds CPU time.
      const leastOf = (name: string) => Math.min(...(measured[name] ?? []).map(({ cpu }) => cpu));
      ratios[title] = Number((leastOf('C') / leastOf('service')).toPrecision(3));
    }
    await drop();
    process.stderr.write(`${JSON.stringify(ratios)}\n`);
    if (process.env['UPDATE_RATIOS']) writeFileSync(BASELINE, `${JSON.stringify(ratios, null, 2)}\n`);
    expect(Object.keys(ratios).toSorted()).toEqual(Object.keys(baseline).toSorted());
    // Measurements scatter by less than a third.
    const slower = Object.entries(ratios).filter(
      ([title, ratio]) => ratio < (2 / 3) * (baseline[title] ?? 0),
    );
    expect(slower).toEqual([]);
  }, 600_000);
});

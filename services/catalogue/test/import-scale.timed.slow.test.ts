import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { COLOUR_NAMES, DESIGNS } from '@kitroom/shared';
import { residentOf } from '@kitroom/testing/process-usage';
import { TABLES } from './fixture-catalogue.ts';
import { kitLine, openInterchange, toBytes, type ImportExportDatabase } from './interchange.ts';

const KITS = 20_000;
const CLUBS = 800;
const COMPETITIONS = 90;
const TYPES = ['Home', 'Away', 'Third', 'GK', 'GK 2', 'Training', 'Rain Jacket'];
const COLUMNS =
  'id, slug, name, club_id, country, season_id, brand_id, type_id, competition_ids, design, primary_color, ' +
  'secondary_colors, main_img_url, id_archive, rating';
/** A busy machine may disturb some measurements, but hardly all twelve. */
const TRIES = 12;
/** Maximum time relative to COPY; 4 to 5 was measured, depending on the machine. */
const RATIO_MAX = 6;

let catalogue: ImportExportDatabase;
let file = '';

beforeAll(async () => {
  catalogue = await openInterchange();
  file = join(catalogue.folder, 'large.ndjson');
  await writeFile(file, toBytes(largeCatalogue()));
});

afterAll(() => catalogue.close());

describe(`an import of ${KITS} kits`, () => {
  it(`takes at most ${RATIO_MAX} times as long as a PostgreSQL COPY, and less than 512 MiB of memory`, async () => {
    let best = Infinity;
    for (let tries = 0; tries < TRIES && best > RATIO_MAX; tries += 1) {
      await catalogue.rows(`truncate ${TABLES.join(', ')} restart identity`);
      const { ms, startMs, peakMiB } = await measureImport();
      expect(await catalogue.rows('select count(*)::integer as kits from kits')).toEqual([{ kits: KITS }]);
      const copyMs = await measureCopy();
      best = Math.min(best, ms / copyMs);
      process.stderr.write(
        `Imported ${KITS} kits in ${ms.toFixed(0)} ms after a start of ${startMs.toFixed(0)} ms; COPY took ` +
          `${copyMs.toFixed(0)} ms: ${(ms / copyMs).toFixed(2)} times as long; ` +
          `memory ${peakMiB.toFixed(0)} MiB\n`,
      );
      expect(peakMiB > 0).toBe(process.platform === 'linux');
      expect(peakMiB).toBeLessThan(512);
    }
    expect(best).toBeLessThanOrEqual(RATIO_MAX);
  }, 240_000);

  it('changes nothing when the file is imported a second time', async () => {
    await catalogue.run(['import', file]);
    expect((await catalogue.run(['import', file])).stderr).toBe('Nothing changed.\n');
  }, 60_000);
});

/** Runs the command; its start, which takes the same time with an empty input, counts apart. */
async function measureImport(): Promise<{ ms: number; startMs: number; peakMiB: number }> {
  const startMs = await timed(() => runProcess('-'));
  let peakMiB = 0;
  const ms = await timed(async () => {
    peakMiB = await runProcess(file);
  });
  return { ms: ms - startMs, startMs, peakMiB };
}

/** Imports in a separate process. Returns its peak memory in MiB; zero if the system does not report it. */
async function runProcess(input: string): Promise<number> {
  const main = resolve(import.meta.dirname, '../src/main.ts');
  const env = { PATH: process.env.PATH, DATABASE_URL: catalogue.databaseUrl };
  let peakMiB = 0;
  const child = spawn(process.execPath, [main, 'import', input], { env, stdio: 'ignore' });
  const closed = once(child, 'close');
  while (child.exitCode === null && child.signalCode === null) {
    peakMiB = Math.max(peakMiB, residentOf(child.pid ?? 0).most);
    await Promise.race([closed, delay(20)]);
  }
  expect(await closed).toEqual([0, null]);
  return peakMiB;
}

/** PostgreSQL's COPY of the same rows into a table with the same columns, constraints and indexes. */
async function measureCopy(): Promise<number> {
  const rows = join(catalogue.folder, 'kits.copy');
  const client = new pg.Client({ connectionString: catalogue.databaseUrl });
  await client.connect();
  try {
    await pipeline(client.query(copyTo(`copy kits (${COLUMNS}) to stdout`)), createWriteStream(rows));
    await client.query('create table base_kits (like kits including all)');
    return await timed(() =>
      pipeline(createReadStream(rows), client.query(copyFrom(`copy base_kits (${COLUMNS}) from stdin`))),
    );
  } finally {
    await client.query('drop table if exists base_kits');
    await client.end();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns a fixed catalogue whose kits are distributed over all referenced records. */
function largeCatalogue(): object[] {
  const brands = Array.from({ length: 60 }, (_, at) => ({
    kind: 'brand',
    slug: `b${at}`,
    name: `Brand ${at}`,
  }));
  const competitions = Array.from({ length: COMPETITIONS }, (_, at) => ({
    kind: 'competition',
    slug: `c${at}`,
    name: `Cup ${at}`,
  }));
  const clubs = Array.from({ length: CLUBS }, (_, at) => ({
    kind: 'club',
    slug: `club-${at}`,
    name: `${nameOf(at)} CF`,
    country: ['ES', 'DE', 'FR'][at % 3],
  }));
  return [...brands, ...competitions, ...clubs, ...Array.from({ length: KITS }, (_, at) => largeKit(at))];
}

function largeKit(at: number) {
  const club = (at * 7919) % CLUBS;
  const [type = 'Home'] = TYPES.slice(at % TYPES.length);
  const season = String(1950 + (at % 75));
  return kitLine(`club-${club}-${season}-${at}-kit`, {
    name: `${nameOf(club)} CF ${season} ${type}`,
    club: `club-${club}`,
    brand: `b${at % 60}`,
    season,
    type,
    competitions: [`c${at % COMPETITIONS}`, `c${(at + 31) % COMPETITIONS}`].slice(at % 3),
    design: DESIGNS[at % DESIGNS.length],
    primary_color: COLOUR_NAMES[at % COLOUR_NAMES.length],
    secondary_colors: [COLOUR_NAMES[(at * 5 + 1) % COLOUR_NAMES.length]],
    main_img_url: `https://cdn.example.org/${(at * 2_654_435_761) % 2 ** 32}.jpg`,
    id_archive: at + 1,
    rating: (at % 501) / 100,
  });
}

function nameOf(at: number): string {
  const syllables = [
    'ma',
    'la',
    'ga',
    'se',
    'vi',
    'ro',
    'be',
    'tis',
    'na',
    'po',
    'li',
    'ño',
    'kö',
    'ln',
    'ar',
  ];
  const name = [at % 15, (at >> 2) % 15, (at * 11 + 3) % 15].map((index) => syllables[index]).join('');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

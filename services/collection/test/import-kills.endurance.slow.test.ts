import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { jpeg } from './test-pictures.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection({ WORKER: 'false' });

const ROWS = 1500;
/** The number of kills for each kind of work, unless it completes earlier. */
const KILLS = 6;
const WORK = ['reading', 'applying', 'undoing'] as const;
/**
 * The latest kill, in milliseconds. Each kind of work takes a second or two, including the start of its
 * thread.
 */
const LONGEST_MS = 800;

const FILE = [
  'Id,Name,Club,Brand,Size,Number',
  ...Array.from(
    { length: ROWS },
    (_, index) =>
      `${index % 2 ? index : ''},Shirt ${index % 1000},Club ${index % 400},Nike,L,${index % 50 ? index % 7 : 9000}`,
  ),
].join('\n');

/** Starts the work on an import in a separate process. */
async function begin(id: number) {
  const [row] = await query<{ run: number }>(service.collection.db, 'select run from imports where id = ?', [
    id,
  ]);
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'import-process.ts'), `${id}:${row?.run}`],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: service.database.url,
        CATALOGUE_URL: service.catalogue.url,
        MEDIA_ROOT: service.collection.mediaRoot,
        LOG_LEVEL: 'silent',
        // Avoids compiling in each process.
        NODE_COMPILE_CACHE: join(tmpdir(), 'kitroom-import-kills'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { child, ended };
}

/** Does the work while killing it up to `kills` times; returns how many kills interrupted it. */
async function work(importer: Importer, id: number, kills: number): Promise<number> {
  let hits = 0;
  for (let count = 0; count < kills; count += 1) {
    const { child, ended } = await begin(id);
    await delay(Math.random() * LONGEST_MS);
    if (child.kill('SIGKILL')) hits += 1;
    await ended;
    if (!WORK.includes((await importer.request(`/api/imports/${id}/`)).body.status)) return hits;
  }
  await (
    await begin(id)
  ).ended;
  return hits;
}

/** Reads, applies and undoes an import; returns the state after each step. */
async function runAll(importer: Importer, id: number, kills: number) {
  const states = [];
  let hits = await work(importer, id, kills);
  states.push(await describeImport(importer, id));
  for (const step of ['apply', 'undo']) {
    expect((await importer.request(`/api/imports/${id}/${step}/`, 'POST')).status).toBe(202);
    hits += await work(importer, id, kills);
    states.push(await describeImport(importer, id));
  }
  return { hits, left: states };
}

/** An import, its rows, and the user's items and photos, without values that differ between users. */
async function describeImport(importer: Importer, id: number) {
  const { db } = service.collection;
  const { status, counts, undo, error } = (await importer.request(`/api/imports/${id}/`)).body;
  const rows = await query(
    db,
    `select import_rows.number, cells, import_rows.status, item, errors, matches, undo, items.name
     from import_rows left join items on items.id = item_id where import_id = ? order by import_rows.number`,
    [id],
  );
  const items = await query(
    db,
    `select name, club_id, brand_id, size, items.number, notes, external_id
     from items left join item_sources on item_sources.item_id = items.id
     where items.user_id = (select user_id from imports where id = ?) order by items.id`,
    [id],
  );
  const photos = await query<{ image_key: string }>(
    db,
    `select external_id, sort_order, width, height, image_key
     from photos join item_sources using (item_id)
     where photos.user_id = (select user_id from imports where id = ?) order by external_id, sort_order`,
    [id],
  );
  return { status, counts, undo, error, rows, items, photos: await Promise.all(photos.map(withPicture)) };
}

/** A photo with its picture's checksum instead of its key. */
async function withPicture({ image_key, ...photo }: { image_key: string }) {
  const picture = await readFile(join(service.collection.mediaRoot, image_key));
  return { ...photo, sha256: createHash('sha256').update(picture).digest('hex') };
}

/** Runs one user's import without interruption, and another user's while killing it repeatedly. */
async function compare(start: (importer: Importer) => Promise<{ body: { id: number } }>) {
  const [undisturbed, killed] = await Promise.all([startImport(), startImport()]);
  const expected = await runAll(undisturbed.importer, undisturbed.id, 0);
  const interrupted = await runAll(killed.importer, killed.id, KILLS);
  expect(interrupted.hits).toBeGreaterThan(KILLS / 2);
  expect(interrupted.left).toEqual(expected.left);
  return expected.left;

  async function startImport() {
    const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
    return { importer, id: (await start(importer)).body.id };
  }
}

describe('an import', () => {
  it('ends like an undisturbed import if its process is killed repeatedly', async () => {
    const states = await compare((importer) => importer.send(FILE));
    expect(states.map(({ status, items }) => [status, items.length])).toEqual([
      ['review', 0],
      ['done', ROWS - ROWS / 50],
      ['undone', 0],
    ]);
  }, 300_000);
});

describe('an import from the archive', () => {
  it('ends like an undisturbed import if its process is killed repeatedly', async () => {
    service.catalogue.picture = await jpeg({ width: 300, height: 400 });
    const states = await compare((importer) =>
      importer.request('/api/imports/', 'POST', { source: 'archive', archive_user_id: 1059 }),
    );
    expect(states.map(({ status, items, photos }) => [status, items.length, photos.length])).toEqual([
      ['review', 0, 0],
      ['done', 100, 200],
      ['undone', 0, 0],
    ]);
  }, 300_000);
});

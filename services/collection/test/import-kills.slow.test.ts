import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection({ WORKER: 'false' });

const ROWS = 1500;
const KILLS = 50;
const WORK = ['reading', 'applying', 'undoing'] as const;
/** Each kind of work takes a second or less; it is killed within this many milliseconds. */
const LONGEST_MS = 250;

const FILE = [
  'Id,Name,Club,Brand,Size,Number',
  ...Array.from(
    { length: ROWS },
    (_, index) =>
      `${index % 2 ? index : ''},Shirt ${index % 1000},Club ${index % 400},Nike,${index % 50 ? 'L' : 'huge'},${index % 7}`,
  ),
].join('\n');

/** Begins the work on an import in a process of its own. */
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
        // Compiled once, not for each process.
        NODE_COMPILE_CACHE: join(tmpdir(), 'kitroom-import-kills'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { child, ended };
}

/** Does the work, killed so many times; returns how many kills hit it. */
async function work(importer: Importer, id: number, kills: number): Promise<number> {
  let hits = 0;
  for (let count = 0; count < kills; count += 1) {
    const { child, ended } = await begin(id);
    await delay(Math.random() * LONGEST_MS);
    if (child.kill('SIGKILL')) hits += 1;
    await ended;
    if (!WORK.includes((await importer.ask(`/api/imports/${id}/`)).body.status)) return hits;
  }
  await (
    await begin(id)
  ).ended;
  return hits;
}

/** All of an import: reading, applying, undoing, applying again from a new one; what it left at each point. */
async function runAll(importer: Importer, kills: number) {
  let hits = 0;
  const { body } = await importer.send(FILE);
  hits += await work(importer, body.id, kills);
  const read = await describe(importer, body.id);
  expect((await importer.ask(`/api/imports/${body.id}/apply/`, 'POST')).status).toBe(202);
  hits += await work(importer, body.id, kills);
  const applied = await describe(importer, body.id);
  expect((await importer.ask(`/api/imports/${body.id}/undo/`, 'POST')).status).toBe(202);
  hits += await work(importer, body.id, kills);
  return { hits, states: [read, applied, await describe(importer, body.id)] };
}

/** An import, its rows and the user's items, without what differs between two users. */
async function describe(importer: Importer, id: number) {
  const { db } = service.collection;
  const { status, counts, undo, error } = (await importer.ask(`/api/imports/${id}/`)).body;
  const rows = await query(
    db,
    `select import_rows.number, cells, import_rows.status, item, errors, matches, undo, items.name
     from import_rows left join items on items.id = item_id where import_id = ? order by import_rows.number`,
    [id],
  );
  const items = await query(
    db,
    `select name, club_id, brand_id, size, items.number, external_id
     from items left join item_sources on item_sources.item_id = items.id
     where items.user_id = (select user_id from imports where id = ?) order by items.id`,
    [id],
  );
  return { status, counts, undo, error, rows, items };
}

it('an import whose process is killed again and again ends as one that is left alone', async () => {
  const importers = await Promise.all(
    [1, 2].map(async () =>
      createImporter(service.collection, (await addCollector(service.collection)).token),
    ),
  );
  const [calm, troubled] = importers as [Importer, Importer];
  const undisturbed = await runAll(calm, 0);
  expect(undisturbed.states.map(({ status, items }) => [status, items.length])).toEqual([
    ['review', 0],
    ['done', ROWS - ROWS / 50],
    ['undone', 0],
  ]);
  const killed = await runAll(troubled, Math.ceil(KILLS / WORK.length));
  expect(killed.hits).toBeGreaterThan(KILLS / 2);
  expect(killed.states).toEqual(undisturbed.states);
}, 300_000);

// Keeps a copy of a collection as CSV. The first run fetches every item; each later run only what has
// changed:
//
//   KITROOM_URL=https://kits.example/collection KITROOM_TOKEN=kitroom_… node copy-collection.mjs shirts.csv
//
// `shirts.csv.json` remembers the items and where to continue. Run it as often as you like, from cron for
// example: a run without changes is one request. It exits with status 1 if the copy could not be brought up
// to date; the files then remain as they were. An app token of the scope `read` suffices. See docs/apps.md,
// "Keeping a copy".
import { readFile, rename, writeFile } from 'node:fs/promises';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { CollectionError, createCollectionClient } from '@kitroom/collection-client';

/** The columns of the file, each with the value of an item. */
const COLUMNS = {
  id: (item) => item.id,
  type: (item) => item.item_type,
  name: (item) => item.name,
  club: (item) => item.labels.club ?? item.club_text,
  season: (item) => item.labels.season ?? item.season_text,
  brand: (item) => item.labels.brand ?? item.brand_text,
  size: (item) => item.labels.size ?? item.size_text,
  condition: (item) => item.condition,
  player: (item) => item.player_name,
  number: (item) => item.number,
  tags: (item) => item.tags.join(', '),
  price: (item) => item.price?.amount,
  currency: (item) => item.price?.currency,
  photos: (item) => item.photos.map(({ image }) => image).join(' '),
  updated_at: (item) => item.updated_at,
};

const file = argv[2];
const { KITROOM_URL: baseUrl, KITROOM_TOKEN: token } = env;
if (!file || !baseUrl || !token) {
  stderr.write('usage: KITROOM_URL=… KITROOM_TOKEN=… node copy-collection.mjs <file.csv>\n');
  exit(2);
}
const client = createCollectionClient({ baseUrl, token });

try {
  const copy = await readCopy();
  const changes = await followChanges(copy);
  await save(copy);
  stdout.write(`${file}: ${copy.items.size} items, ${changes} changes\n`);
} catch (error) {
  if (!(error instanceof CollectionError)) throw error;
  stderr.write(`${file} is unchanged: ${error.message}\n`);
  exit(1);
}

/** The items that the last run stored, by id, and where to continue; nothing at all before the first run. */
async function readCopy() {
  try {
    const { after, items } = JSON.parse(await readFile(`${file}.json`, 'utf8'));
    return { after, items: new Map(items.map((item) => [item.id, item])) };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { after: '0', items: new Map() };
  }
}

/** Applies all changes since the last run to the copy; resolves with their number. */
async function followChanges(copy) {
  let changes = 0;
  for (let more = true; more;) {
    const page = await client.items.changes({ after: copy.after, limit: 500 }).catch(startAgain);
    if (page === undefined) {
      // The service no longer knows what has been deleted since: begin with an empty copy.
      Object.assign(copy, { after: '0', items: new Map() });
      continue;
    }
    for (const { op, id, record } of page.items) {
      if (op === 'delete') copy.items.delete(id);
      else copy.items.set(id, record);
    }
    changes += page.items.length;
    copy.after = page.next;
    more = page.has_more;
  }
  return changes;
}

function startAgain(error) {
  if (error instanceof CollectionError && error.status === 410) return undefined;
  throw error;
}

/** The table first: if the run is interrupted between the two, the next one repeats the changes. */
async function save({ after, items }) {
  const rows = [...items.values()].map((item) => Object.values(COLUMNS).map((valueOf) => valueOf(item)));
  const table = [Object.keys(COLUMNS), ...rows].map((row) => row.map(quote).join(','));
  await replaceFile(file, `${table.join('\r\n')}\r\n`);
  await replaceFile(`${file}.json`, JSON.stringify({ after, items: [...items.values()] }));
}

/** Readers see the old file or the new one, never half of it. */
async function replaceFile(path, text) {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

/** A field of CSV (RFC 4180). An apostrophe keeps spreadsheets from running texts as formulas. */
function quote(value) {
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

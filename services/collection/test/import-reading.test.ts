import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeZip } from '@kitroom/testing/test-workbooks';
import { withSource } from '../src/imports/read/open-source.ts';
import { createValueSniffer, usualDecimal } from '../src/imports/read/sniff-values.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-reading-'));
  path = join(folder, 'file');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads a whole file. */
function readAll() {
  return withSource({ path, name: 'file' }, {}, async (table) => {
    const rows = [];
    for await (const row of table.rows) rows.push({ ...row.cells });
    return { format: table.format, columns: [...table.columns], rows };
  });
}

async function read(content: string | Buffer) {
  await writeFile(path, content);
  return readAll();
}

const refusal = (read_: Promise<unknown>) =>
  read_.then(
    () => 'was read',
    (error: Error) => (error.name === 'UnreadableFile' ? error.message : error),
  );

describe('reading a CSV file', () => {
  it('numbers the columns of a file without a header', async () => {
    const { columns, rows } = await read('Málaga CF,2003-04,L\nArsenal,2004-05,M\n');
    expect(columns).toEqual(['Column 1', 'Column 2', 'Column 3']);
    expect(rows).toHaveLength(2);
  });

  it('adds a column for a cell beyond the header', async () => {
    expect(await read('Club,Size\nArsenal,L,signed\n')).toMatchObject({
      columns: ['Club', 'Size', 'Column 3'],
      rows: [{ Club: 'Arsenal', Size: 'L', 'Column 3': 'signed' }],
    });
  });

  it('keeps a column named __proto__', async () => {
    const { rows } = await read('Club,__proto__\nArsenal,x\n');
    expect(Object.entries(rows[0] ?? {})).toContainEqual(['__proto__', 'x']);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['that is empty', '', /empty/],
    ['with a row of 9 MB', `Club,Notes\na,${'x'.repeat(9_000_000)}\n`, /longer than 8,388,608/],
    ['with many columns', `${'a,'.repeat(300)}\n`, /at most 200 columns/],
    ['with a null character', 'Club,Notes\nArsenal,a\0b\n', /Row 1, column B: Null characters/],
    ['with too many rows', `Club\n${'Arsenal\n'.repeat(100_001)}`, /more than 100,000 rows/],
  ])('rejects a file %s', async (_name, content, sentence) => {
    expect(await refusal(read(content))).toMatch(sentence);
  });
});

describe('reading a large file', () => {
  it.each([
    ['a table', 'Club\n', 50, /at most 52,428,800 bytes \(50 MiB\)/],
    ['a ZIP', 'PK\u0003\u0004', 5 * 1024, /at most 5,368,709,120 bytes \(5,120 MiB\)/],
  ])('rejects %s above its maximum size', async (_kind, start, mebibytes, sentence) => {
    await writeFile(path, start);
    await truncate(path, mebibytes * 1024 * 1024 + 1);
    expect(await refusal(readAll())).toMatch(sentence);
  });
});

describe('reading an NDJSON file', () => {
  it('reads one column per property, and separate columns for ids and slugs of records', async () => {
    const lines = [
      { name: 'Home shirt', club: { id: 7, slug: 'malaga-cf-kits', name: 'Málaga CF' }, number: 7 },
      { name: 'Pin', season: { id: 5, year: '2024-25' }, tags: ['a', 'b'], club: null },
    ];
    expect(await read(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual({
      format: 'ndjson',
      columns: ['name', 'club', 'club_id', 'club_slug', 'number', 'season', 'season_id', 'tags'],
      rows: [
        { name: 'Home shirt', club: 'Málaga CF', club_id: '7', club_slug: 'malaga-cf-kits', number: '7' },
        { name: 'Pin', season: '2024-25', season_id: '5', tags: 'a;b' },
      ],
    });
  });

  it('reads the names of records without ids, and other objects as JSON', async () => {
    const line = {
      brand: { name: 'Nike' },
      club: { slug: 'arsenal', name: 'Arsenal' },
      box: { name: 'A', row: 2 },
    };
    const { rows } = await read(JSON.stringify(line));
    expect(rows).toEqual([
      { brand: 'Nike', club: 'Arsenal', club_slug: 'arsenal', box: '{"name":"A","row":2}' },
    ]);
  });

  it.each([
    ['{"a": 1}\n{"a": }\n', /Line 2 is not valid JSON/],
    ['{"a": 1}\n[1]\n', /Line 2 is not a JSON object/],
    [`{"a": 1}\n{"a": "${'x'.repeat(9_000_000)}"}`, /Line 2 is longer/],
    [
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 28 }, (_, at) => [`${at} ${'名'.repeat(195)}`, 'x'])),
      ),
      /names of the columns.*16,384 bytes/,
    ],
    [`{"a": 1}\n{"a": ${'['.repeat(60_000)}${']'.repeat(60_000)}}`, /Line 2|nested/],
  ])('rejects invalid lines and column names of more than 16 KiB (case %#)', async (content, sentence) => {
    expect(await refusal(read(content))).toMatch(sentence);
  });
});

describe('reading a ZIP file', () => {
  const items = '{"item_type":"jersey","name":"Home shirt"}\n';
  const entryOf = (file: string, content: string) => ({
    path: file,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const manifest = {
    format: 'kitroom-collection',
    format_version: 1,
    created_at: '2026-11-23T10:00:00.000Z',
    counts: { items: 1, photos: 0 },
  };
  const manifestOf = (...files: object[]) => JSON.stringify({ ...manifest, files });
  const whole = { 'items.ndjson': items, 'manifest.json': manifestOf(entryOf('items.ndjson', items)) };

  async function readZip(
    files: Record<string, string | Buffer>,
    damage?: (zip: Buffer) => Buffer,
    mode?: number,
  ) {
    await writeZip(path, files, { compress: false, ...(mode === undefined ? {} : { mode }) });
    if (damage) await writeFile(path, damage(await readFile(path)));
    return readAll();
  }
  /** Replaces all occurrences of a string with another one of the same length. */
  const replace = (from: string, to: string) => (zip: Buffer) =>
    Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

  it('reads the items of an export', async () => {
    expect(await readZip(whole)).toMatchObject({ format: 'zip', rows: [{ name: 'Home shirt' }] });
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['without a manifest', () => readZip({ 'a.txt': 'a' }), /no manifest.json/],
    [
      'with a path that leaves the folder',
      () => readZip({ ...whole, xxxyyy: 'a' }, replace('xxxyyy', '../../')),
      /\.\./,
    ],
    ['with an absolute path', () => readZip({ ...whole, xxx: 'a' }, replace('xxx', '/et')), /absolute/],
    [
      'with a null character in a name',
      () => readZip({ ...whole, xxx: 'a' }, replace('xxx', 'x\0x')),
      /name that is not accepted/,
    ],
    [
      'with a duplicate name',
      () => readZip({ ...whole, xxx: 'a', yyy: 'b' }, replace('yyy', 'xxx')),
      /"xxx".*twice/,
    ],
    ['with a symbolic link', () => readZip(whole, undefined, 0o120777), /is a link/],
    ['with a wrong checksum', () => readZip(whole, replace('Home shirt', 'Away shirt')), /checksum is wrong/],
    ['that is truncated', () => readZip(whole, (zip) => zip.subarray(0, -30)), /damaged/],
    [
      'with a file that the manifest does not name',
      () => readZip({ ...whole, 'photos/1.jpg': 'a' }),
      /does not name/,
    ],
    [
      'without a file that the manifest names',
      () =>
        readZip({ ...whole, 'manifest.json': manifestOf(entryOf('items.ndjson', items), entryOf('a', 'a')) }),
      /does not hold/,
    ],
    [
      'with a wrong size in the manifest',
      () =>
        readZip({ ...whole, 'manifest.json': manifestOf({ ...entryOf('items.ndjson', items), bytes: 7 }) }),
      /says 7/,
    ],
    [
      'with a wrong checksum in the manifest',
      () =>
        readZip({
          ...whole,
          'manifest.json': manifestOf({ ...entryOf('items.ndjson', items), sha256: '0'.repeat(64) }),
        }),
      /does not match its checksum/,
    ],
    [
      'with a manifest without "format"',
      () => readZip({ ...whole, 'manifest.json': '{"format_version": 7}' }),
      /"format" is missing or wrong/,
    ],
    [
      'with a manifest of another version',
      () =>
        readZip({ ...whole, 'manifest.json': JSON.stringify({ ...manifest, format_version: 9, files: [] }) }),
      /version 9/,
    ],
    ['with a manifest that is not JSON', () => readZip({ ...whole, 'manifest.json': 'x' }), /not valid JSON/],
  ])('rejects a ZIP %s', async (_name, readHostile, sentence) => {
    expect(await refusal(readHostile())).toMatch(sentence);
  });

  it('rejects a ZIP with overlapping files', async () => {
    await writeZip(path, { ...whole, aaa: 'x'.repeat(500), bbb: 'x'.repeat(500) }, { compress: false });
    const zip = await readFile(path);
    const listing = (name: string) => zip.lastIndexOf(Buffer.from(name)) - 46;
    // One entry of the central directory points to the bytes of the other file.
    zip.copy(zip, listing('bbb') + 42, listing('aaa') + 42, listing('aaa') + 46);
    await writeFile(path, zip);
    expect(await refusal(readAll())).toMatch(/overlaps/);
  });
});

describe('detecting the format of values', () => {
  const sniff = (...texts: string[]) => {
    const sniffer = createValueSniffer();
    for (const text of texts) sniffer.look({ a: text });
    return sniffer.conclude();
  };

  it.each([
    [['31.12.2020', '1.2.2020'], 'dmy'],
    [['12/31/2020', '1/2/2020'], 'mdy'],
    [['2020-12-31'], 'ymd'],
    [['1/2/2020'], 'dmy'],
  ])('finds the order of dates: %j', (texts, order) => {
    expect(sniff(...texts).date_order).toBe(order);
  });

  it.each([
    [['85,50', '1.000,00'], ','],
    [['85.50', '€ 7.10'], '.'],
    [['31.12.20', '7,5'], ','],
  ])('finds the decimal sign: %j', (texts, decimal) => {
    expect(usualDecimal([sniff(...texts).decimals.get('a')])).toBe(decimal);
  });
});

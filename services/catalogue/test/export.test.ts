import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@kitroom/server/database/database';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { databaseOptions } from '../src/catalogue-database.ts';
import { readCatalogueConfig } from '../src/config.ts';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { KINDS, LINES } from '../src/interchange/line-schemas.ts';
import { BRAND, CLUB, kitLine, openInterchange, toBytes, type ImportExportDatabase } from './interchange.ts';
import { startTestCatalogue } from './test-catalogue.ts';

/** Lines as the export writes them: every field, in its order. */
const WHOLE = [
  {
    kind: 'brand',
    id: 1,
    slug: 'adidas-kits',
    name: 'adidas',
    aliases: ['Adidas AG'],
    logo: 'https://example.org/a.png',
    logo_dark: 'https://example.org/a-dark.png',
  },
  {
    kind: 'competition',
    id: 1,
    slug: 'la-liga-kits',
    name: 'La Liga',
    aliases: ['UCL'],
    logo: 'https://example.org/l.png',
    logo_dark: 'https://example.org/l-dark.png',
    country: 'ES',
  },
  {
    kind: 'competition',
    id: 2,
    slug: 'ucl-kits',
    name: 'Champions League',
    aliases: ['UCL'],
    logo: null,
    logo_dark: null,
    country: null,
  },
  {
    kind: 'club',
    id: 1,
    slug: 'malaga-cf-kits',
    name: 'Málaga CF',
    aliases: ['Málaga Club de Fútbol', ' C.D. "Málaga" '],
    id_archive: 412,
    logo: 'data:image/svg+xml,%3Csvg/%3E',
    logo_dark: 'https://example.org/dark.png',
    country: 'ES',
    association: 'ESP',
    former_slugs: ['malaga-kits', 'málaga'],
  },
  {
    kind: 'club',
    id: 2,
    slug: 'x-kits',
    name: 'X',
    aliases: [],
    id_archive: null,
    logo: null,
    logo_dark: null,
    country: null,
    association: null,
    former_slugs: [],
  },
  { kind: 'season', id: 1, year: '2024-25' },
  { kind: 'season', id: 2, year: '1999' },
  {
    kind: 'kit_type',
    id: 1,
    name: 'Home',
    category: 'match',
    category_order: 1,
    order_priority: 1,
    is_goalkeeper: false,
  },
  {
    kind: 'kit_type',
    id: 2,
    name: 'Odd',
    category: 'jacket',
    category_order: 2,
    order_priority: 0,
    is_goalkeeper: true,
  },
  {
    kind: 'kit',
    id: 1,
    slug: 'malaga-cf-2024-25-home-kit',
    name: 'Málaga CF 2024-25 Home',
    club: 'malaga-cf-kits',
    season: '2024-25',
    brand: 'adidas-kits',
    type: 'Home',
    competitions: ['ucl-kits', 'la-liga-kits'],
    design: 'Stripes',
    primary_color: 'Sky blue',
    secondary_colors: ['White', 'Navy'],
    main_img_url: 'https://example.org/kit.jpg',
    id_archive: 402_174,
    rating: 4.42,
    former_slugs: ['málaga "2024", {home}\\', 'old'],
  },
  {
    kind: 'kit',
    id: 2,
    slug: 'x-1999-odd-kit',
    name: 'X 1999 Odd',
    club: 'x-kits',
    season: '1999',
    brand: 'adidas-kits',
    type: 'Odd',
    competitions: [],
    design: null,
    primary_color: null,
    secondary_colors: [],
    main_img_url: null,
    id_archive: null,
    rating: null,
    former_slugs: [],
  },
];

let catalogue: ImportExportDatabase;
let empty: ImportExportDatabase;

beforeAll(async () => {
  [catalogue, empty] = [await openInterchange(), await openInterchange()];
});

beforeEach(async () => {
  for (const target of [catalogue, empty]) await target.clear();
});

afterAll(async () => {
  await catalogue.close();
  await empty.close();
});

/** Whether a value is that of a field that was never set. */
const isUnset = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

describe('the fixture lines of the export tests', () => {
  it.each(KINDS)('have a value for each field of a %s', (kind) => {
    const lines = WHOLE.filter((line) => line.kind === kind) as Array<Readonly<Record<string, unknown>>>;
    const fields = Object.keys(LINES[kind].shape);
    expect(fields.filter((field) => lines.every((line) => isUnset(line[field])))).toEqual([]);
  });
});

describe('catalogue export', () => {
  it('writes all records with all fields, referenced records first', async () => {
    await catalogue.load(WHOLE);
    expect(await catalogue.exported()).toBe(toBytes(WHOLE).toString());
  });

  it('writes the same lines to a file as to standard output, and prints nothing', async () => {
    await catalogue.load(WHOLE);
    const file = join(catalogue.folder, 'export.ndjson');
    expect(await catalogue.run(['export', file])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(await readFile(file, 'utf8')).toBe(toBytes(WHOLE).toString());
  });

  it('writes nothing for an empty catalogue', async () => {
    expect(await catalogue.exported()).toBe('');
  });

  it('reports in one line that the file cannot be written, and exits with 1', async () => {
    for (const file of [join(catalogue.folder, 'no/such/folder'), catalogue.folder]) {
      const { status, stdout, stderr } = await catalogue.run(['export', file]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^catalogue: (ENOENT|EISDIR).*\n$/);
    }
  });

  it('writes a consistent snapshot while records change', async () => {
    await catalogue.load(WHOLE);
    const db = openDatabase(databaseOptions(readCatalogueConfig({ DATABASE_URL: catalogue.databaseUrl })));
    const chunks: string[] = [];
    for await (const chunk of exportCatalogue(db)) {
      if (chunks.length === 0) {
        await catalogue.load([
          kitLine('new', { club: 'x-kits', season: '2001' }),
          { ...BRAND, name: 'Other' },
        ]);
      }
      chunks.push(chunk);
    }
    await db.destroy();
    expect(chunks.join('')).toBe(toBytes(WHOLE).toString());
    expect(await catalogue.exported()).toContain('"slug":"new"');
  });
});

describe('import of an export', () => {
  it('restores the same records with the same ids in an empty database', async () => {
    const kits = Array.from({ length: 5500 }, (_, at) => kitLine(`k${at}`, { rating: (at % 501) / 100 }));
    await catalogue.load([...WHOLE, ...kits.toReversed()]);
    // In a separate process, because its output pipe fills up.
    const env = { DATABASE_URL: catalogue.databaseUrl };
    const { stdout: text } = await runServiceCommand('catalogue', ['export'], { env });
    expect(text.split('\n')).toHaveLength(WHOLE.length + kits.length + 1);
    expect((await empty.importFile(Buffer.from(text))).status).toBe(0);
    expect(await empty.exported()).toBe(text);
    const rows = async ({ versions }: ImportExportDatabase) =>
      (await versions()).map((version) => ({ ...(version as object), xmin: '' }));
    expect(await rows(empty)).toEqual(await rows(catalogue));
  });

  it('restores the same ids after deletions and merged clubs', async () => {
    const deletedLines = [
      { kind: 'brand', slug: 'gone', name: 'Gone' },
      { kind: 'competition', slug: 'gone', name: 'Gone' },
      { kind: 'club', slug: 'gone', name: 'Gone' },
      { kind: 'season', year: '1888' },
      { kind: 'kit_type', name: 'Gone' },
    ];
    const stays = [
      { kind: 'brand', slug: 'stays', name: 'Stays' },
      { kind: 'competition', slug: 'stays', name: 'Stays' },
      { kind: 'club', slug: 'stays', name: 'Stays', former_slugs: ['merged', 'merged before'] },
      { kind: 'season', year: '2025' },
      { kind: 'kit_type', name: 'Stays' },
    ];
    const kit = { club: 'merged', brand: 'stays', season: '2025', type: 'Stays', competitions: ['stays'] };
    await catalogue.load([...deletedLines, BRAND, CLUB, kitLine('gone'), ...stays, kitLine('kit', kit)]);
    await catalogue.rows('delete from kits where slug = $1', ['gone']);
    for (const table of ['brands', 'competitions', 'clubs']) {
      await catalogue.rows(`delete from ${table} where slug = 'gone'`);
    }
    await catalogue.rows(`delete from seasons where year <> '2025'`);
    await catalogue.rows(`delete from kit_types where name <> 'Stays'`);
    const text = await catalogue.exported();
    expect(text).toContain('{"kind":"kit","id":2,"slug":"kit",');
    expect(text).toContain('"former_slugs":["merged","merged before"]');

    expect((await empty.importFile(Buffer.from(text))).status).toBe(0);
    expect(await empty.exported()).toBe(text);
    const rows = async ({ versions }: ImportExportDatabase) =>
      (await versions()).map((version) => ({ ...(version as object), xmin: '' }));
    expect(await rows(empty)).toEqual(await rows(catalogue));
    for (const target of [catalogue, empty]) {
      expect((await target.importFile(Buffer.from(text))).stderr).toBe('Nothing changed.\n');
    }
  });

  it.each([
    ['white space', 'venezia\t\t\r\n\t fc-1999-00-home-kit'],
    ['backslashes', String.raw`a\tb\\N\.`],
    ['the end marker of COPY', String.raw`\.`],
    ['the null marker of COPY', String.raw`\N`],
    ['quotes, braces and commas', `"{a,b}'%&<>`],
    ['letters of many scripts', 'málaga–Śląsk_ß_横浜_🏆_\u202E'],
    ['control characters', '\u0001\u001B\u007F\u0085\u2028'],
    ['a combining accent', 'Ma\u0301laga'],
  ])('preserves slugs, names and URLs with %s', async (_what, odd) => {
    const image = 'https://cdn.example.org/2024/kit photo (1) áé.jpg?a=b c#d';
    const lines = [
      { ...BRAND, slug: odd, name: `${odd} ` },
      { kind: 'competition', slug: odd, name: odd },
      { ...CLUB, slug: odd, name: `x ${odd}`, logo: image },
      { kind: 'kit_type', name: odd },
      kitLine(odd, {
        name: odd,
        club: odd,
        brand: odd,
        type: odd,
        competitions: [odd],
        main_img_url: image,
      }),
    ].map((line) => ({ ...line, id: 1 }));
    await catalogue.load(lines);
    const text = await catalogue.exported();
    const exported = text
      .trimEnd()
      .split('\n')
      .map((line): object => JSON.parse(line))
      .filter((line) => !('year' in line));
    expect(exported).toEqual(lines.map((line) => expect.objectContaining(line)));
    await empty.load(Buffer.from(text));
    expect(await empty.exported()).toBe(text);
  });

  it('makes the API return unusual slugs and URLs unchanged', async () => {
    await using service = await startTestCatalogue();
    const [slug, image] = ['venezia\t\r\n fc', 'https://cdn.example.org/kit photo áé.jpg'];
    await service.load([BRAND, CLUB, { ...kitLine(slug, { main_img_url: image }), id: 1 }]);
    expect((await service.request('/api/kits/1')).body).toMatchObject({ slug, main_img_url: image });
  });
});

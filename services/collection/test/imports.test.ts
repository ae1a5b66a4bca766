import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  service.catalogue.isUnavailable = false;
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

const SPREADSHEET = [
  '\uFEFFVerein;Saison;Ausrüster;Größe;Spieler;Nummer;Signiert;Schlagworte',
  'Málaga CF;03/04;adidas;XL;Joaquín;7;ja;"home, rare"',
  'Arsenal;2024-25;Nike;Large;;;nein;',
  'Arsenal;2024-25;Nike;Large;;;nein;',
].join('\r\n');

describe('import of a German CSV file', () => {
  it('maps the columns, adds the items, and changes nothing when imported again', async () => {
    const review = await importer.review(SPREADSHEET);
    expect(review).toMatchObject({ status: 'review', source: 'csv', row_count: 3, error: null });
    expect(countsOf(review)).toEqual({ new: 3 });
    expect(review.mapping).toEqual({
      Verein: 'club',
      Saison: 'season',
      Ausrüster: 'brand',
      Größe: 'size',
      Spieler: 'player_name',
      Nummer: 'number',
      Signiert: 'is_signed',
      Schlagworte: 'tags',
    });
    expect(review.columns[0]).toEqual({ name: 'Verein', samples: ['Málaga CF', 'Arsenal'], field: 'club' });
    expect(await importer.items()).toEqual([]);

    const [first] = await importer.rows(review.id);
    expect(first).toMatchObject({
      number: 1,
      status: 'new',
      item: { item_type: 'jersey', club: 7, season: 6, brand: 3, size: 6, number: 7, is_signed: true },
      matches: { club: { id: 7, name: 'Málaga CF', score: 1 } },
      errors: {},
    });

    const done = await importer.apply(review.id);
    expect([done.status, countsOf(done)]).toEqual(['done', { added: 3 }]);
    const items = await importer.items();
    expect(items.map(({ name }) => String(name)).toSorted()).toEqual([
      'Arsenal 2024-25',
      'Arsenal 2024-25',
      'Málaga CF 2003-04',
    ]);
    expect(items.find(({ name }) => name.startsWith('Málaga'))).toMatchObject({
      player_name: 'Joaquín',
      number: 7,
      tags: ['home', 'rare'],
      is_draft: false,
    });

    const again = await importer.review(SPREADSHEET);
    expect(countsOf(again)).toEqual({ unchanged: 3 });
    expect(countsOf(await importer.apply(again.id))).toEqual({ unchanged: 3 });
    expect(await importer.items()).toEqual(items);
  });

  it('matches only one of two identical rows to an existing item', async () => {
    const [header, , row] = SPREADSHEET.split('\r\n');
    const singleRow = await importer.review(`${header}\r\n${row}`);
    await importer.apply(singleRow.id);
    const bothRows = await importer.review(SPREADSHEET);
    expect(countsOf(bothRows)).toEqual({ new: 2, unchanged: 1 });
  });

  it.each([
    ['Farbe', 'Rot/Weiß', 'Rot/Blau'],
    ['Verein', 'SV Alt', 'SV Neu'],
    ['Saison', '1966-67', '1967-68'],
    ['Größe', '152', '164'],
    ['Hersteller', 'Weber', 'Schneider'],
    ['Spieler/Nr.', 'Müller 9', 'Müller 10'],
    ['Zustand', 'gut', 'neu'],
    ['Art', 'Jacke', 'Kapuzenpullover'],
  ])('does not match a row to an item whose %s differs: %s, %s', async (column, value, otherValue) => {
    const names = [...new Set(['Name', 'Größe', 'Hersteller', column])];
    const cells = { Name: 'Heim', Größe: 'L', Hersteller: 'Nike' };
    const file = (changed: string) =>
      `${names.join(';')}\n${names.map((name) => ({ ...cells, [column]: changed })[name]).join(';')}\n`;
    await importer.apply((await importer.review(file(value))).id);
    expect(countsOf(await importer.review(file(value)))).toEqual({ unchanged: 1 });
    expect(countsOf(await importer.review(file(otherValue)))).toEqual({ new: 1 });
  });

  it('does not match a row to an item of the same kit with a different size_text', async () => {
    const file = (size: string) => `Kit,Size,Brand\nMálaga CF 2024-25 Home,${size},adidas\n`;
    await importer.apply((await importer.review(file('152'))).id);
    expect(countsOf(await importer.review(file('152')))).toEqual({ unchanged: 1 });
    expect(countsOf(await importer.review(file('164')))).toEqual({ new: 1 });
  });
});

describe('names in imported rows', () => {
  it('are ambiguous if two clubs match, until resolved for one row or for all rows', async () => {
    const review = await importer.review(
      'Club,Brand,Size,Name\nManchester,Nike,L,A\nManchester,Nike,L,B\nManchester,Nike,M,C\n',
    );
    expect(countsOf(review)).toEqual({ ambiguous: 3 });
    const [row] = await importer.rows(review.id, 'status=ambiguous');
    expect(row.candidates.club.map(({ id }: { id: number }) => id)).toEqual([49, 50]);
    expect(row.texts).toEqual({ club: 'Manchester' });

    const { body: decided } = await importer.request(`/api/imports/${review.id}/rows/2/`, 'PATCH', {
      set: { club: 50 },
    });
    expect(decided).toMatchObject({ number: 2, status: 'new', item: { club: 50 }, candidates: {} });
    const { body: resolved } = await importer.request(`/api/imports/${review.id}/resolve/`, 'POST', {
      field: 'club',
      text: 'Manchester',
      id: 49,
    });
    expect(countsOf(resolved)).toEqual({ new: 3 });
    const { body: skipped } = await importer.request(`/api/imports/${review.id}/rows/3/`, 'PATCH', {
      skip: true,
    });
    expect(skipped).toMatchObject({ status: 'skipped', is_skipped: true, skip_reason: null });
    await importer.apply(review.id);
    const items = await importer.items();
    expect(Object.fromEntries(items.map(({ name, club }) => [name, club]))).toEqual({ A: 49, B: 50 });
  });

  it('can be resolved by their text if they come from a default instead of a cell', async () => {
    const review = await importer.review('Brand,Size,Name\nNike,L,A\n');
    await importer.request(`/api/imports/${review.id}/`, 'PATCH', {
      options: { defaults: { club: ' Manchester ' } },
    });
    await importer.settled(review.id);
    const [row] = await importer.rows(review.id, 'status=ambiguous');
    expect(row.texts).toEqual({ club: 'Manchester' });
    const resolution = { field: 'club', text: row.texts.club, id: 50 };
    await importer.request(`/api/imports/${review.id}/resolve/`, 'POST', resolution);
    expect(countsOf(await importer.settled(review.id))).toEqual({ new: 1 });
  });

  it('set club, season, brand and design if they identify a kit', async () => {
    const review = await importer.review('Kit URL,Size\nmalaga-cf-2024-25-home-kit,L\n');
    const [row] = await importer.rows(review.id);
    expect(row).toMatchObject({
      status: 'new',
      item: { kit: 11, club: 7, season: 5, brand: 3, design: 'STRIPES', name: 'Málaga CF 2024-25 Home' },
    });
    await importer.apply(review.id);
    expect(await importer.items()).toMatchObject([{ kit: 11, club: 7, brand: 3 }]);
    const again = await importer.review('Kit URL,Size,Name\nmalaga-cf-2024-25-home-kit,L,Another name\n');
    expect(countsOf(again)).toEqual({ unchanged: 1 });
  });

  it('are stored in text fields if the catalogue does not know them', async () => {
    const review = await importer.review(
      'Club,Brand,Season,Size,Name\nNowhere FC,Wollwerk,1971/72,164,A\nArsenal,Nike,2024/25,Mens L,B\n',
    );
    expect(countsOf(review)).toEqual({ new: 2 });
    const [row] = await importer.rows(review.id);
    const texts = {
      brand_text: 'Wollwerk',
      club_text: 'Nowhere FC',
      season_text: '1971/72',
      size_text: '164',
    };
    expect(row).toMatchObject({ item: texts, matches: {}, errors: {} });
    expect(row.texts).toEqual({ brand: 'Wollwerk', club: 'Nowhere FC', season: '1971/72' });
    const { body: decided } = await importer.request(`/api/imports/${review.id}/rows/1/`, 'PATCH', {
      set: { club: 49 },
    });
    expect(decided.item).toMatchObject({ club: 49, club_text: '', brand_text: 'Wollwerk' });
    await importer.apply(review.id);
    const items = await importer.items();
    expect(items.find(({ name }) => name === 'A')).toMatchObject({ ...texts, club: 49, club_text: '' });
    expect(items.find(({ name }) => name === 'B')).toMatchObject({ club: 51, season: 5, size: 5 });
  });

  it('cause row errors if they are longer than 120 characters', async () => {
    const review = await importer.review(`Club,Brand,Size,Name\n${'x'.repeat(121)},Nike,L,A\n`);
    expect((await importer.rows(review.id))[0].errors.club[0]).toContain('at most 120 characters');
  });

  it('make rows invalid if unknown_names is "invalid", or drafts if invalid_as_draft is set', async () => {
    const created = await importer.review(
      'Club,Brand,Size,Name\nNowhere FC,Nike,L,A\nArsenal,Nike,gigantic,B\n',
    );
    const { body: review } = await importer.request(`/api/imports/${created.id}/`, 'PATCH', {
      options: { unknown_names: 'invalid' },
    });
    expect(countsOf(review)).toEqual({ invalid: 2 });
    const [row] = await importer.rows(review.id);
    expect(row.errors).toEqual({ club: ['"Nowhere FC" was not found in the catalogue.'] });
    expect(row.texts).toEqual({ club: 'Nowhere FC' });
    const options = { options: { invalid_as_draft: true } };
    const { body: revised } = await importer.request(`/api/imports/${review.id}/`, 'PATCH', options);
    expect(countsOf(revised)).toEqual({ new: 2 });
    await importer.apply(review.id);
    expect(await importer.items()).toMatchObject([{ is_draft: true }, { is_draft: true }]);
  });

  it('are requested from the catalogue once each, in batches', async () => {
    service.catalogue.requests.length = 0;
    const lines = Array.from({ length: 600 }, (_, index) => `Club ${index % 300},Nike,L,Shirt ${index}`);
    const review = await importer.review(['Club,Brand,Size,Name', ...lines].join('\n'));
    expect(countsOf(review)).toEqual({ new: 600 });
    const requested = service.catalogue.requests.flatMap((body) => body['clubs'] ?? []);
    expect([requested.length, new Set(requested).size]).toEqual([300, 300]);
    expect(service.catalogue.requests.length).toBeLessThanOrEqual(4);
  });

  it('pause the import until the catalogue is available again', async () => {
    service.catalogue.isUnavailable = true;
    const { body } = await importer.send('Club,Brand,Size,Name\nArsenal,Nike,L,A\n');
    let paused = body;
    while (!paused.progress?.is_paused) paused = (await importer.request(`/api/imports/${body.id}/`)).body;
    expect(paused).toMatchObject({ status: 'reading', error: null });
    service.catalogue.isUnavailable = false;
    expect(countsOf(await importer.settled(body.id))).toEqual({ new: 1 });
  });
});

describe('PATCH /api/imports/{id}/', () => {
  const FILE = 'Ref,Name,Brand,Size,Condition\nA-1,First,Nike,L,7\nA-2,Second,Nike,L,8\n';

  it('skips, adds or updates matched items depending on on_match', async () => {
    await importer.apply((await importer.review(FILE)).id);
    const before = await importer.items();
    const changed = FILE.replace('First', 'Renamed');
    const review = await importer.review(changed);
    expect(countsOf(review)).toEqual({ unchanged: 2 });
    const patch = async (options: object) =>
      (await importer.request(`/api/imports/${review.id}/`, 'PATCH', { options })).body;
    expect(countsOf(await patch({ on_match: 'add' }))).toEqual({ new: 2 });
    expect(countsOf(await patch({ on_match: 'update' }))).toEqual({ update: 1, unchanged: 1 });
    expect(countsOf(await importer.apply(review.id))).toEqual({ updated: 1, unchanged: 1 });
    expect((await importer.items()).map(({ name }) => String(name)).toSorted()).toEqual([
      'Renamed',
      'Second',
    ]);

    const undone = await importer.undo(review.id);
    expect(undone).toMatchObject({ status: 'undone', undo: { undone: 1, kept: [] } });
    expect(await importer.items()).toEqual(before);
  });

  it('fills empty cells with the defaults', async () => {
    const review = await importer.review('Name,Brand,Size\nA,Nike,L\nB,,\n');
    expect(countsOf(review)).toEqual({ new: 2 });
    const { body } = await importer.request(`/api/imports/${review.id}/`, 'PATCH', {
      options: { defaults: { brand: 'adidas', size: 'M' } },
    });
    expect(countsOf(body)).toEqual({ new: 2 });
    expect(body.options).toMatchObject({ on_match: 'skip', defaults: { brand: 'adidas', size: 'M' } });
    expect((await importer.rows(review.id))[1].item).toMatchObject({ brand: 3, size: 4 });
  });

  it('rejects unknown columns, fields, options and clubs, and returns 404 for an unknown row', async () => {
    const { id } = await importer.review('Name,Brand,Size\nA,Nike,L\n');
    const patch = (body: object) => importer.request(`/api/imports/${id}/`, 'PATCH', body);
    expect((await patch({ mapping: { Nothing: 'name' } })).body).toEqual({
      mapping: ['The file has no column "Nothing".'],
    });
    expect((await patch({ mapping: { Name: 'nothing' } })).body).toEqual({
      mapping: ['"nothing" is not a field.'],
    });
    expect((await patch({ options: { defaults: { nothing: 'x' } } })).status).toBe(400);
    expect((await patch({ options: { on_match: 'explode' } })).body).toEqual({
      options: ['on_match: "explode" is not a valid choice.'],
    });
    const { body } = await patch({ mapping: { Name: null, Brand: null } });
    expect(body.columns[0]).toEqual({ name: 'Name', samples: ['A'], field: null });
    expect(countsOf(body)).toEqual({ invalid: 1 });
    expect(
      (await importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { set: { nothing: 1 } })).status,
    ).toBe(400);
    expect(
      (await importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { set: { club: 99 } })).body,
    ).toEqual({
      club: ['Invalid pk "99" - object does not exist.'],
    });
    expect((await importer.request(`/api/imports/${id}/rows/9/`, 'PATCH', { skip: true })).status).toBe(404);
  });
});

describe('failed rows of an import', () => {
  it('are listed in failed.csv with their errors, and can be imported after correction', async () => {
    const review = await importer.review(
      'Name,Brand,Size,Club\nA,Nike,L,\n"=B, ""b""",Nike,huge,Arsenal\nC,Nike,L,Manchester\n',
    );
    await importer.request(`/api/imports/${review.id}/`, 'PATCH', { options: { unknown_names: 'invalid' } });
    await importer.settled(review.id);
    await importer.apply(review.id);
    const { body: failed, headers } = await importer.request(`/api/imports/${review.id}/failed.csv`);
    expect(headers.get('Content-Disposition')).toContain('attachment');
    expect(failed.split('\r\n')).toEqual([
      'Name,Brand,Size,Club,error',
      `"'=B, ""b""",Nike,huge,Arsenal,"size: ""huge"" is not a size that items can have, such as L."`,
      'C,Nike,L,Manchester,club: could be Manchester United (49) or Manchester City (50).',
      '',
    ]);
    const again = await importer.review(
      failed.replace('huge', 'L').replace('Manchester,', 'Manchester City,'),
    );
    expect(countsOf(again)).toEqual({ new: 2 });
    await importer.apply(again.id);
    expect((await importer.items()).map(({ name }) => String(name)).toSorted()).toEqual([
      '=B, "b"',
      'A',
      'C',
    ]);
  });
});

describe('GET /api/imports/{id}/failed.csv', () => {
  it('quotes cells and headings that contain a semicolon, a tab or a vertical bar', async () => {
    const cells = [';', '\t', '|'].map((sign) => `"x${sign}=1+1"`);
    const review = await importer.review(
      `Name,Condition,"My; notes",Other,More\nB,9,,,\nA,99,${cells.join(',')}\n`,
    );
    const { body: failed } = await importer.request(`/api/imports/${review.id}/failed.csv`);
    expect(failed).toContain(`A,99,${cells.join(',')},`);
    expect(failed).toContain('Name,Condition,"My; notes",Other,More,error');
  });
});

describe('undoing an import', () => {
  it("restores the user's items byte for byte, including the history of estimated values", async () => {
    const read = async () => (await importer.request('/api/collections/me/items.ndjson')).body;
    const table = (rows: string) => `Ref,Name,Brand,Size,Estimated value\n${rows}`;
    const first = await importer.review(table('R1,A,Nike,L,10 EUR\nR2,B,Nike,L,20 EUR\nR3,C,Nike,L,\n'));
    await importer.apply(first.id);
    const [item] = (await importer.items()).filter(({ name }) => name === 'A');
    await importer.request(`/api/items/${item.id}/`, 'PATCH', {
      estimated_value: { amount: '11.00', currency: 'EUR' },
    });
    const before = await read();
    const review = await importer.review(
      table('R1,A,Nike,L,15 EUR\nR2,Bee,Nike,L,20 EUR\nR3,C,Nike,L,5 EUR\n'),
    );
    await importer.request(`/api/imports/${review.id}/`, 'PATCH', { options: { on_match: 'update' } });
    await importer.settled(review.id);
    expect(countsOf(await importer.apply(review.id))).toEqual({ updated: 3 });
    expect(await read()).not.toBe(before);
    expect((await importer.undo(review.id)).undo).toEqual({ undone: 3, kept: [] });
    expect(await read()).toBe(before);
  });

  it('keeps and lists items that the user has changed since the import', async () => {
    const review = await importer.review('Name,Brand,Size\nA,Nike,L\nB,Nike,L\nC,Nike,L\n');
    await importer.apply(review.id);
    const [changed, removed] = await importer.items();
    await importer.request(`/api/items/${changed.id}/`, 'PATCH', { name: 'Mine' });
    await importer.request(`/api/items/${removed.id}/`, 'DELETE');
    const undone = await importer.undo(review.id);
    expect(undone.undo).toEqual({
      undone: 2,
      kept: [{ row: expect.any(Number), item: changed.id, name: 'Mine' }],
    });
    expect((await importer.items()).map(({ id }) => id)).toEqual([changed.id]);
  });
});

describe('the imports of a user', () => {
  it('are limited to one in progress and five in review (409)', async () => {
    service.catalogue.isUnavailable = true;
    const { body } = await importer.send('Name,Brand,Size\nA,Nike,L\n');
    expect(await importer.send('Name\nB\n')).toMatchObject({
      status: 409,
      body: { detail: 'Another import is being read, applied or undone. Try again when it has ended.' },
    });
    service.catalogue.isUnavailable = false;
    await importer.settled(body.id);
    for (let count = 1; count < 5; count += 1) await importer.review('Name\nB\n');
    expect((await importer.send('Name\nB\n')).status).toBe(409);
    expect((await importer.request(`/api/imports/${body.id}/`, 'DELETE')).status).toBe(204);
    expect((await importer.request(`/api/imports/${body.id}/`)).status).toBe(404);
    const { body: list, headers } = await importer.request('/api/imports/?page_size=3');
    expect([list.length, headers.get('X-Total-Count')]).toEqual([3, '4']);
    expect(list[0]).toMatchObject({ status: 'review', counts: { new: 1 } });
  });

  it('return 409 for actions that their status does not allow', async () => {
    const { id } = await importer.review('Name,Brand,Size\nA,Nike,L\n');
    expect((await importer.request(`/api/imports/${id}/undo/`, 'POST')).status).toBe(409);
    await importer.apply(id);
    expect((await importer.request(`/api/imports/${id}/apply/`, 'POST')).status).toBe(409);
    expect((await importer.request(`/api/imports/${id}/`, 'PATCH', {})).status).toBe(409);
    expect((await importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { skip: true })).status).toBe(409);
    expect((await importer.request(`/api/imports/${id}/`, 'DELETE')).status).toBe(204);
    expect(await importer.items()).toHaveLength(1);
  });

  it('return 404 to other users', async () => {
    const { id } = await importer.review('Name,Brand,Size\nA,Nike,L\n');
    const stranger = createImporter(service.collection, (await addCollector(service.collection)).token);
    const paths = [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', 'rows/'],
      ['PATCH', 'rows/1/'],
      ['POST', 'resolve/'],
      ['POST', 'apply/'],
      ['POST', 'undo/'],
      ['GET', 'failed.csv'],
    ] as const;
    for (const [method, path] of paths) {
      const { status } = await stranger.request(
        `/api/imports/${id}/${path}`,
        method,
        method === 'GET' ? undefined : {},
      );
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    expect((await stranger.request('/api/imports/')).body).toEqual([]);
  });
});

describe('import of a collection from the archive', () => {
  const start = (archive_user_id: number) =>
    importer.request('/api/imports/', 'POST', { source: 'archive', archive_user_id });

  it('adds items with their kits, clubs, seasons and brands', async () => {
    const { status, body } = await start(1057);
    expect([status, body.status]).toEqual([202, 'reading']);
    const review = await importer.settled(body.id);
    expect(review).toMatchObject({
      source: 'archive',
      archive_user_id: 1057,
      options: { invalid_as_draft: true },
    });
    expect(countsOf(review)).toEqual({ new: 3 });
    await importer.apply(body.id);
    const items = await importer.items();
    expect(items.slice(0, 2)).toMatchObject([
      { kit: 11, club: 7, season: 5, brand: 3, is_draft: false },
      { kit: 11, club: 7, season: 5, brand: 3, is_draft: false },
    ]);
    expect(items[2]).toMatchObject({
      kit: null,
      name: 'Unknown FC 1990 Home',
      club: 7,
      notes: 'kit: unknown-kit',
    });
    const { body: again } = await start(1057);
    expect(countsOf(await importer.settled(again.id))).toEqual({ unchanged: 3 });
  });

  it('fails with the reason if the collection cannot be read', async () => {
    const { body } = await start(7);
    expect(await importer.settled(body.id)).toMatchObject({
      status: 'failed',
      error: 'The collection 7 of the archive could not be read: User not found',
    });
  });
});

describe('POST /api/imports/', () => {
  it.each([
    ['Club,Size\n"Arsenal,L\n', /quotation mark is not closed/],
    ['', /empty/],
    ['PK\u0003\u0004 no zip', /damaged/],
  ])('makes the import fail with a reason, and stores no file: %j', async (content, sentence) => {
    const listFiles = () => readdir(join(service.collection.mediaRoot, 'imports')).catch(() => []);
    const before = await listFiles();
    const failed = await importer.review(content);
    expect(failed).toMatchObject({ status: 'failed', row_count: 0, error: expect.stringMatching(sentence) });
    expect(await importer.rows(failed.id)).toEqual([]);
    expect(await listFiles()).toEqual(before);
    expect(await readdir(join(service.collection.mediaRoot, '.uploads'))).toEqual([]);
  });

  it('rejects a missing file, and a missing archive_user_id for the source "archive"', async () => {
    expect((await importer.request('/api/imports/', 'POST', {})).body).toEqual({
      file: ['No file was submitted.'],
    });
    expect((await importer.request('/api/imports/', 'POST', { source: 'archive' })).body).toEqual({
      archive_user_id: ['This field is required.'],
    });
  });

  it('does not make files available under /media/imports/ (404)', async () => {
    service.catalogue.isUnavailable = true;
    const { body } = await importer.send('Name,Brand,Size\nA,Nike,L\n');
    service.catalogue.isUnavailable = false;
    await importer.settled(body.id);
    expect((await service.collection.request('/media/imports/anything.bin')).status).toBe(404);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { completeSearchTexts } from '../src/search/complete-search-texts.ts';
import {
  BRAND,
  KIT,
  MALAGA,
  RECORDS,
  runReferencesJob,
  servingRecords,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { useCollection } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const SHIRT = { item_type: 'jersey', name: 'A shirt', brand_text: 'Oma Erna', size_text: 'Youth 164' };
const ALIASES = ['Los Boquerones', 'MCF'];

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url }));
let owner: Collector;
let stranger: Collector;

beforeAll(async () => {
  catalogue.setBehaviour(servingRecords({ ...RECORDS, '/api/clubs/7': { ...MALAGA, aliases: ALIASES } }));
  stranger = await addCollector(collection);
});

const send = (method: string, path: string, body?: object) =>
  collection.request(path, json(method, body, owner.token));
const colour = (name: string) => ITEM_COLOURS.find((candidate) => candidate.name === name)?.id;
const size = (name: string) => SIZES.find((candidate) => candidate.name === name)?.id;

async function asNewOwner(): Promise<void> {
  owner = await addCollector(collection);
}

async function create(fields: object): Promise<number> {
  const { status, body } = await send('POST', '/api/items/', { ...SHIRT, ...fields });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.id;
}

/** The names of the owner's items that a search by a reader returns. */
async function search(words: string, reader = owner): Promise<string[]> {
  const path = `/api/collections/${owner.id}/items/?ordering=created_at&search=${encodeURIComponent(words)}`;
  const { status, body } = await reader.request(path);
  expect(status).toBe(200);
  return body.results.map(({ name }: { name: string }) => name);
}

describe('search of items', () => {
  beforeAll(async () => {
    await asNewOwner();
    await create({ name: 'Blank' });
    await create({
      name: 'Numbered',
      number: 10,
      size: size('XXL'),
      size_text: '',
      main_color: colour('Claret'),
    });
    await create({
      name: 'Full',
      player_name: "M'Bala Nzola",
      number: 10,
      size_text: '',
      size: size('XXL'),
      main_color: colour('Sky blue'),
      secondary_colors: [colour('Claret')],
      tags: ['Match-worn', 'Đorđe', 'Καρέλης'],
      club_text: 'Bodø/Glimt',
      season_text: '2019/20',
      description: `First line.\n${'word '.repeat(1500)}Ünderlined`,
    });
  });

  it.each([
    'mbala nzola',
    "m'bala",
    'djordje',
    'karelis',
    'ΚΑΡΕΛΗΣ',
    'bodo/glimt',
    'bodoglimt',
    '2019-20',
    '2019/20',
    '19/20',
    'worn match',
    'underline',
    '10',
    'xxl',
    'sky',
    'blue claret',
    '10 xxl sky mbala 2019-20 full',
  ])('finds an item by "%s"', async (words) => {
    expect(await search(words)).toContain('Full');
    expect(await search(words, stranger)).toContain('Full');
    expect(await search(`${words} blank`)).toEqual([]);
  });

  it.each(['1', '0', '11', 'xx', 'lar', 'clare'])(
    'does not match a part of a number, size or colour: %s',
    async (words) => {
      expect(await search('numbered 10 xxl claret')).toEqual(['Numbered']);
      expect(await search(`numbered ${words}`)).toEqual([]);
    },
  );

  it('finds whole words of size_text', async () => {
    expect(await search('youth')).toEqual(['Blank']);
    expect(await search('164')).toEqual(['Blank']);
    expect(await search('16')).toEqual([]);
  });
});

describe('search of items by the names of catalogue records', () => {
  it('finds an item by the name and aliases of its club, by its brand and by its season', async () => {
    await asNewOwner();
    await create({ name: 'Known', brand: BRAND.id, brand_text: '', club: MALAGA.id, season: 5 });
    for (const words of ['malaga', 'boquerones', 'mcf', 'ADIDAS', '2024-25', '24/25', 'adidas mcf 2024']) {
      expect([words, await search(words)]).toEqual([words, ['Known']]);
    }
    expect(await search('nike')).toEqual([]);
  });

  it('finds an item by a new alias and the new name of its club, and not by the old name', async () => {
    const club = { ...MALAGA, id: 8, aliases: [] };
    catalogue.setBehaviour(servingRecords({ '/api/clubs/8': club }));
    await asNewOwner();
    await create({ name: 'Renamed', club: 8 });
    catalogue.setBehaviour(
      servingRecords({ '/api/clubs/8': { ...club, name: 'CD Renombrado', aliases: ['Apodo'] } }),
    );
    await collection.db('clubs').where({ id: 8 }).update({ taken_at: '2020-01-01' });
    await runReferencesJob(collection.db);
    expect(await search('apodo')).toEqual(['Renamed']);
    expect(await search('renombrado')).toEqual(['Renamed']);
    expect(await search('malaga')).toEqual([]);
  });

  it('finds an item by the alias of the club of its kit, also after the kit was refreshed', async () => {
    const team = { ...KIT.team, id: 9, name: 'UD Viajero' };
    const kit = { ...KIT, team };
    catalogue.setBehaviour(
      servingRecords({
        '/api/kits/11': kit,
        '/api/clubs/9': { ...MALAGA, id: 9, name: team.name, aliases: ['Sobrenombre'] },
      }),
    );
    await asNewOwner();
    await create({ name: 'With kit', kit: 11, brand_text: '', size_text: 'x' });
    expect(await search('viajero')).toEqual(['With kit']);
    await runReferencesJob(collection.db);
    expect(await search('sobrenombre')).toEqual(['With kit']);
    await collection.db('kits').where({ id: 11 }).update({ taken_at: '2020-01-01' });
    await runReferencesJob(collection.db);
    expect(await search('sobrenombre')).toEqual(['With kit']);
  });
});

describe('the search text of an item', () => {
  it('changes with PATCH, PUT, batch and clone', async () => {
    await asNewOwner();
    const id = await create({ name: 'Early' });
    await send('PATCH', `/api/items/${id}/`, { name: 'Later', number: 7, notes: 'From Ömer' });
    expect([await search('early'), await search('later 7 omer')]).toEqual([[], ['Later']]);
    await send('POST', '/api/items/batch/', { ids: [id], set: { number: 8 }, add_tags: ['Fresh'] });
    expect([await search('7'), await search('later 8 fresh omer')]).toEqual([[], ['Later']]);
    await send('POST', `/api/items/${id}/clone/`, { name: 'Copy' });
    expect(await search('8 fresh omer')).toEqual(['Later', 'Copy']);
    await send('PUT', `/api/items/${id}/`, { ...SHIRT, name: 'Bare' });
    expect([await search('bare'), await search('bare 8'), await search('bare omer')]).toEqual([
      ['Bare'],
      [],
      [],
    ]);
  });

  it('is set by an import, and removed when the import is undone', async () => {
    await asNewOwner();
    catalogue.setBehaviour((response) => {
      const noMatches = { brands: [[]], clubs: [[]], seasons: [], kits: [], club_seasons: [] };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(noMatches));
    });
    const importer = createImporter(collection, owner.token);
    const { id } = await importer.review('name,brand,size,number,notes\nÉpica,Oma,L,9,Attic\n');
    await importer.apply(id);
    expect(await search('epica oma 9 attic')).toEqual(['Épica']);
    await importer.undo(id);
    expect(await search('epica')).toEqual([]);
  });

  it('does not let other users find notes, location and acquired_from', async () => {
    await asNewOwner();
    await create({ name: 'Open', notes: 'secretnote', location: 'secretplace', acquired_from: 'secretshop' });
    for (const word of ['secretnote', 'secretplace', 'secretshop', 'secret']) {
      expect([await search(word), await search(word, stranger)]).toEqual([['Open'], []]);
    }
  });
});

describe('search texts of rows written by the previous version', () => {
  const run = () => completeSearchTexts(collection.db, new AbortController().signal);
  const untilRegularJobHasRun = () =>
    eventually(async () => {
      const jobs = await collection
        .db('agenda_jobs')
        .where({ name: 'search-texts' })
        .whereNotNull('last_finished_at');
      expect(jobs).toHaveLength(1);
    }, 20_000);

  it('match the new name immediately, and all other fields after the job has run', async () => {
    await asNewOwner();
    const id = await create({ name: 'First', number: 5, notes: 'Atticbox' });
    await collection.db('items').where({ id }).update({ search_texts_at: null });
    // The previous version does not write search texts.
    await collection.db('items').where({ id }).update({ name: "M'Second", notes: 'Cellar' });
    expect([await search('first'), await search('second')]).toEqual([[], ["M'Second"]]);
    await run();
    expect(await search('msecond 5 cellar')).toEqual(["M'Second"]);
    await collection.db('items').where({ id }).update({ name: 'Third' });
    expect([await search('second'), await search('third')]).toEqual([[], ['Third']]);
    await run();
    expect(await search('third 5 cellar')).toEqual(['Third']);
    expect(await search('atticbox')).toEqual([]);
  });

  it('are completed by the job without changing other values of the collections list', async () => {
    await asNewOwner();
    const id = await create({ name: 'Due' });
    const read = async () => (await send('GET', '/api/collections/')).body.results;
    const before = await read();
    await collection.db('items').where({ id }).update({ search_texts_at: null, short_search_text: 'x' });
    await collection.db('clubs').insert({ id: 70, name: 'Ångström', taken_at: new Date() });
    await collection.db('users').where({ id: owner.id }).update({ name: 'Zoë', name_search: null });
    await run();
    expect(await search('due')).toEqual(['Due']);
    expect(await read()).toEqual(
      before.map((row: { user_id: number }) => ({
        ...row,
        ...(row.user_id === owner.id && { name: 'Zoë' }),
      })),
    );
    expect(await collection.db('clubs').where({ id: 70 }).first('names_search')).toEqual({
      names_search: 'angstrom',
    });
    expect(await collection.db('users').where({ id: owner.id }).first('name_search')).toEqual({
      name_search: 'zoe',
    });
  });

  it.each(['items', 'users'])(
    'are not overwritten by the job while their owner changes the row: %s',
    async (table) => {
      await untilRegularJobHasRun();
      await asNewOwner();
      const id = await create({ name: 'Former' });
      await collection.db('items').where({ id }).update({ search_texts_at: null });
      await collection.db('users').where({ id: owner.id }).update({ name: 'Former', name_search: null });
      const changes = {
        items: [id, `/api/items/${id}/`],
        users: [owner.id, '/api/accounts/profile/'],
      } as const;
      const [held, path] = changes[table as keyof typeof changes];
      const { url } = collection.database;
      const change = () => send('PATCH', path, { name: 'Latter' });
      await runUntilBlocked<unknown>(url, () => holdRow(url, table, held), [change, run]);
      const row = await collection.db(table).where({ id: held }).first('name_search');
      expect(row).toEqual({ name_search: 'latter' });
    },
  );

  it('are processed by a scheduled job', async () => {
    await asNewOwner();
    await untilRegularJobHasRun();
  });
});

/** PostgreSQL would take seconds for each item, and statements of requests are cancelled after ten. */
describe('sixteen items with 10,000 combining marks in two texts each', () => {
  const marks = `a${'\u0301\u0323'.repeat(4999)}`;
  const ids: number[] = [];

  beforeAll(async () => {
    await asNewOwner();
    for (let count = 0; count < 16; count += 1) ids.push(await create({ name: `Marked ${count}` }));
    // Such values can be older than the limit for them.
    const texts = { description: marks, notes: `${marks} attic` };
    await collection
      .db('items')
      .whereIn('id', ids)
      .update({ ...texts, search_texts_at: null });
    await completeSearchTexts(collection.db, new AbortController().signal);
  });

  it('can be searched', async () => {
    expect(await search('marked attic')).toHaveLength(16);
    expect(await search('marked a a a a a a attic2')).toEqual([]);
  });

  it('can be changed by PUT and by a batch, and cloned', async () => {
    const path = `/api/items/${ids[0]}/`;
    const { body: item } = await send('GET', path);
    expect((await send('PUT', path, { ...item, name: 'Put' })).status).toBe(200);
    expect((await send('POST', `${path}clone/`, { name: 'Cloned' })).status).toBe(201);
    expect((await send('POST', '/api/items/batch/', { ids, set: { number: 3 } })).status).toBe(200);
    expect(await search('put 3 attic')).toEqual(['Put']);
    expect(await search('cloned attic')).toEqual(['Cloned']);
  });
});

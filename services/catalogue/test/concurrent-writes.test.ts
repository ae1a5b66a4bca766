import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { holdCommits, holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import type { ShownPage } from '@kitroom/testing/page-browser';
import { findForm, readBulkForm, readForm } from '@kitroom/testing/read-page';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { openSignedIn, useAdmin, type AdminBrowser } from './admin-browser.ts';
import { EMPTY_CATALOGUE, idOf, kitLines, recordLine } from './fixture-catalogue.ts';

const catalogue = useAdmin();

let olga: AdminBrowser;
let otto: AdminBrowser;

beforeAll(async () => {
  [olga, otto] = [await openSignedIn(catalogue, 'Olga'), await openSignedIn(catalogue, 'Otto')];
});

beforeEach(async () => {
  await catalogue.db.raw(EMPTY_CATALOGUE);
  await catalogue.load([
    ...kitLines([{ club: 'Ajax' }]),
    recordLine('club', 'Betis'),
    recordLine('club', 'Celta'),
    recordLine('competition', 'Cup'),
    recordLine('brand', 'Umbro'),
  ]);
});

type Send = () => Promise<Response>;

/** Two concurrent actions of operators, and the row or the commits that both wait for. */
interface Meeting {
  held: [table: string, id: number] | { commitsOf: string };
  first: Send;
  second: Send;
}

function meetHere({ held, first, second }: Meeting): Promise<Response[]> {
  const { databaseUrl: url } = catalogue;
  const hold = () => ('commitsOf' in held ? holdCommits(url, held.commitsOf) : holdRow(url, ...held));
  return runUntilBlocked(url, hold, [first, second]);
}

// The pages are opened before the requests meet.

function press(browser: AdminBrowser, page: ShownPage, button: string, values: object = {}): Send {
  const form = findForm(page, button);
  return post(browser, form, new URLSearchParams({ ...readForm(form), ...values }));
}

function post(browser: AdminBrowser, form: Element, body: URLSearchParams): Send {
  return () => browser.request(form.getAttribute('action') ?? '', { method: 'POST', body });
}

async function edit(browser: AdminBrowser, path: string, values: object): Promise<Send> {
  return press(browser, await browser.open(`/admin/${path}`), 'Save', values);
}

async function create(browser: AdminBrowser, kind: 'club' | 'kit', values: object): Promise<Send> {
  return press(browser, await browser.open(`/admin/${kind}s/new`), `Create the ${kind}`, values);
}

async function remove(browser: AdminBrowser, kind: string, id: number): Promise<Send> {
  return press(browser, await browser.open(`/admin/${kind}s/${id}/delete`), `Delete the ${kind}`);
}

async function removeAll(browser: AdminBrowser, ids: readonly number[]): Promise<Send> {
  const page = await browser.sendBulk(await browser.open('/admin/clubs'), 'Delete chosen…', ids);
  const button = `Delete ${ids.length} clubs`;
  return post(browser, findForm(page, button), readBulkForm(page, button, ids));
}

async function merge(browser: AdminBrowser, target: number, source: number): Promise<Send> {
  return press(
    browser,
    await browser.open(`/admin/clubs/${target}/merge?other=%23${source}`),
    'Merge the clubs',
  );
}

async function actOnScrape(action: string, columns: object): Promise<Meeting> {
  await catalogue.db('scrapes').delete();
  await catalogue.db('scrapes').insert({ userid: 1, ...columns });
  const act = async (browser: AdminBrowser) =>
    press(browser, await browser.open('/admin/scrapes'), `${action} the scrape of 1`);
  return { held: { commitsOf: 'scrapes' }, first: await act(olga), second: await act(otto) };
}

const KIT = { club: 'ajax-kits', brand: 'adidas-kits', season: '2024-25', type: 'Home' };
const [AJAX, BETIS, CELTA] = [1, 2, 3];

interface AuditEntry {
  operator: string;
  action: string;
  subject: string;
  subject_id: number;
  before: object | null;
  after: object | null;
}

async function auditLog(): Promise<AuditEntry[]> {
  return query(catalogue.db, "select * from audit_log where action <> 'sign in' order by id");
}

type Case = [what: string, statuses: [number, number], actions: string[], prepare: () => Promise<Meeting>];

/** A kit, and the deletion of what it refers to: competitions are referred to without a foreign key. */
const MEETINGS_OF_KITS = (
  [
    ['brand', 'brands', 'umbro-kits', 'brand'],
    ['competition', 'competitions', 'cup-kits', 'competitions'],
  ] as const
).flatMap(([kind, table, slug, field]): Case[] => {
  const kit = { ...KIT, name: 'Third', slug: 'third', [field]: slug };
  const referredId = () => idOf(catalogue.db, table, slug);
  return [
    [
      `a kit of a ${kind}, and the deletion of the ${kind}`,
      [303, 409],
      ['create'],
      async () => ({
        held: { commitsOf: 'kits' },
        first: await create(olga, 'kit', kit),
        second: await remove(otto, kind, await referredId()),
      }),
    ],
    [
      `the deletion of a ${kind}, and a kit of the ${kind}`,
      [303, 400],
      ['delete'],
      async () => ({
        held: [table, await referredId()],
        first: await remove(olga, kind, await referredId()),
        second: await create(otto, 'kit', kit),
      }),
    ],
    [
      `the deletion of a ${kind}, and a change of a kit to the ${kind}`,
      [303, 400],
      ['delete'],
      async () => ({
        held: [table, await referredId()],
        first: await remove(olga, kind, await referredId()),
        second: await edit(otto, 'kits/1', { [field]: slug }),
      }),
    ],
  ];
});

describe('concurrent actions of two operators', () => {
  it.each<Case>([
    [
      'changes of a club',
      [303, 409],
      ['edit'],
      async () => ({
        held: ['clubs', AJAX],
        first: await edit(olga, 'clubs/1', { name: 'AFC Ajax' }),
        second: await edit(otto, 'clubs/1', { country: 'NL' }),
      }),
    ],
    [
      'changes of a kit',
      [303, 409],
      ['edit'],
      async () => ({
        held: ['kits', 1],
        first: await edit(olga, 'kits/1', { name: 'Ajax home' }),
        second: await edit(otto, 'kits/1', { rating: '4' }),
      }),
    ],
    [
      'a change of a club, and its deletion',
      [303, 303],
      ['edit', 'delete'],
      async () => ({
        held: ['clubs', CELTA],
        first: await edit(olga, 'clubs/3', { name: 'RC Celta' }),
        second: await remove(otto, 'club', CELTA),
      }),
    ],
    [
      'a deletion of a club, and its change',
      [303, 404],
      ['delete'],
      async () => ({
        held: ['clubs', CELTA],
        first: await remove(olga, 'club', CELTA),
        second: await edit(otto, 'clubs/3', { name: 'RC Celta' }),
      }),
    ],
    [
      'two deletions of a club',
      [303, 404],
      ['delete'],
      async () => ({
        held: ['clubs', CELTA],
        first: await remove(olga, 'club', CELTA),
        second: await remove(otto, 'club', CELTA),
      }),
    ],
    [
      'bulk deletions of the same clubs',
      [303, 303],
      ['delete', 'delete'],
      async () => ({
        held: ['clubs', BETIS],
        first: await removeAll(olga, [BETIS, CELTA]),
        second: await removeAll(otto, [BETIS, CELTA]),
      }),
    ],
    [
      'a merge of two clubs, and their bulk deletion',
      [303, 303],
      ['merge', 'merge', 'delete'],
      async () => ({
        held: ['clubs', BETIS],
        first: await merge(olga, CELTA, BETIS),
        second: await removeAll(otto, [BETIS, CELTA]),
      }),
    ],
    [
      'merges of the same clubs',
      [303, 404],
      ['merge', 'merge'],
      async () => ({
        held: ['clubs', AJAX],
        first: await merge(olga, AJAX, BETIS),
        second: await merge(otto, AJAX, BETIS),
      }),
    ],
    [
      'merges of two clubs into each other',
      [303, 404],
      ['merge', 'merge'],
      async () => ({
        held: ['clubs', AJAX],
        first: await merge(olga, AJAX, BETIS),
        second: await merge(otto, BETIS, AJAX),
      }),
    ],
    [
      'a change of a club, and its merge into another',
      [303, 409],
      ['edit'],
      async () => ({
        held: ['clubs', BETIS],
        first: await edit(olga, 'clubs/2', { name: 'Real Betis' }),
        second: await merge(otto, AJAX, BETIS),
      }),
    ],
    [
      'a merge of two clubs, and a change of the remaining club',
      [303, 409],
      ['merge', 'merge'],
      async () => ({
        held: ['clubs', AJAX],
        first: await merge(olga, AJAX, BETIS),
        second: await edit(otto, 'clubs/1', { country: 'NL' }),
      }),
    ],
    [
      'a merge of two clubs, and a change of the deleted club',
      [303, 404],
      ['merge', 'merge'],
      async () => ({
        held: ['clubs', BETIS],
        first: await merge(olga, AJAX, BETIS),
        second: await edit(otto, 'clubs/2', { country: 'ES' }),
      }),
    ],
    ...MEETINGS_OF_KITS,
    [
      'clubs with the same slug',
      [303, 400],
      ['create'],
      async () => ({
        held: { commitsOf: 'clubs' },
        first: await create(olga, 'club', { name: 'Dinamo', slug: 'dinamo-kits' }),
        second: await create(otto, 'club', { name: 'Dynamo', slug: 'dinamo-kits' }),
      }),
    ],
    [
      'a change of a club’s slug, and a new club with the former slug',
      [303, 400],
      ['edit'],
      async () => ({
        held: { commitsOf: 'clubs' },
        first: await edit(olga, 'clubs/2', { slug: 'real-betis-kits' }),
        second: await create(otto, 'club', { name: 'Betis', slug: 'betis-kits' }),
      }),
    ],
    [
      'a change of a club’s slug, and another club that gets the former slug',
      [303, 400],
      ['edit'],
      async () => ({
        held: { commitsOf: 'clubs' },
        first: await edit(olga, 'clubs/2', { slug: 'real-betis-kits' }),
        second: await edit(otto, 'clubs/3', { slug: 'betis-kits' }),
      }),
    ],
    [
      'retries of a scrape',
      [303, 303],
      ['retry'],
      () => actOnScrape('Retry', { status: 'failed', error: 'Not found.', finished_at: new Date() }),
    ],
    ['cancellations of a scrape', [303, 303], ['cancel'], () => actOnScrape('Cancel', { pages_scraped: 2 })],
    [
      'revocations of an API key',
      [303, 303],
      ['revoke'],
      async () => {
        await createApiKey(catalogue.db, { name: 'tests', expiresAt: null, rateLimit: null });
        const [key] = await query<{ id: number }>(catalogue.db, 'select max(id) as id from api_keys');
        const id = key?.id ?? 0;
        const revoke = async (browser: AdminBrowser) =>
          press(browser, await browser.open(`/admin/api-keys/${id}/revoke`), 'Revoke the key');
        return { held: ['api_keys', id], first: await revoke(olga), second: await revoke(otto) };
      },
    ],
    [
      'two kits of the same new season',
      [303, 400],
      ['create', 'create'],
      async () => ({
        held: { commitsOf: 'kits' },
        first: await create(olga, 'kit', { ...KIT, season: '1999', name: 'One', slug: 'one' }),
        second: await create(otto, 'kit', { ...KIT, season: '1999', name: 'Two', slug: 'two' }),
      }),
    ],
  ])('have the same result as in sequence: %s', async (_what, statuses, actions, prepare) => {
    const responses = await meetHere(await prepare());
    expect(responses.map(({ status }) => status)).toEqual(statuses);
    const log = await auditLog();
    expect(log.map(({ action }) => action)).toEqual(actions);
    const pairs = log.flatMap(({ subject, subject_id: id, before }, place) => {
      const earlier = log.slice(0, place).filter((entry) => entry.subject === subject);
      const previous = earlier.findLast((entry) => entry.subject_id === id);
      return previous ? [{ before, after: previous.after }] : [];
    });
    // A merge also records how many kits it moved.
    for (const { before, after } of pairs) expect(after).toMatchObject(before ?? {});
  });
});

describe('concurrent imports', () => {
  it('run one after the other', async () => {
    const { databaseUrl: url } = catalogue;
    const load = (country: string) => () => catalogue.load([recordLine('club', 'Dinamo', { country })]);
    const results = await runUntilBlocked(url, () => holdCommits(url, 'clubs'), [load('HR'), load('RO')]);
    expect(results).toMatchObject([{ inserted: { clubs: 1 } }, { inserted: {}, updated: { clubs: 1 } }]);
  });
});

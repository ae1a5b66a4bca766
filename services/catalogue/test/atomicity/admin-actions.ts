import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { findForm, readBulkForm, readForm } from '@kitroom/testing/read-page';
import { CREATE } from '../../src/admin/records/confirm-kit-type.ts';
import { DECLARED_KINDS, type KindDeclaration } from '../../src/admin/records/kinds.ts';
import type { Kind } from '../../src/interchange/line-schemas.ts';
import { openAdminBrowser, openSignedIn, PASSWORD } from '../admin-browser.ts';
import { idOf, kitLines, TABLES } from '../fixture-catalogue.ts';
import type { ChangingAction, ChangingSite, Exception } from './changing-site.ts';
import { listAdded, listChangedIds, listDifferences } from './table-changes.ts';

/** The fields of a new record of each kind. */
const NEW: Readonly<Record<Kind, Record<string, string>>> = {
  club: { name: 'Betis', slug: 'betis-kits', country: 'ES', aliases: 'Real Betis' },
  kit: {
    name: 'Malaga 2031-32 Fifth',
    slug: 'malaga-fifth',
    club: 'malaga-kits',
    brand: 'adidas-kits',
    season: '2031-32',
    type: 'Home',
  },
  brand: { name: 'Puma', slug: 'puma-kits' },
  competition: { name: 'League', slug: 'league-kits' },
  season: { year: '2031' },
  kit_type: { name: 'Fifth' },
};

/** Key of a record that kits refer to, or of a kit with a former slug, and the changed fields. */
const CHANGED: Readonly<Record<Kind, { key: string; values: Record<string, string> }>> = {
  club: { key: 'malaga-kits', values: { name: 'CD Malaga', slug: 'cd-malaga-kits', country: 'PT' } },
  kit: { key: 'malaga-2024-25-third-kit', values: { slug: 'malaga-fourth', season: '2032', type: 'Away' } },
  brand: { key: 'adidas-kits', values: { slug: 'adidas' } },
  competition: { key: 'cup-kits', values: { slug: 'cup', name: 'The Cup' } },
  season: { key: '2024-25', values: { year: '2025-26' } },
  kit_type: { key: 'Away', values: { name: 'Second' } },
};

/** Two records of each kind that can be deleted. */
const DELETED: Readonly<Record<Kind, readonly [string, string]>> = {
  club: ['spare-kits', 'other-spare-kits'],
  kit: ['malaga-2024-25-third-kit', 'malaga-2024-25-away-kit'],
  brand: ['spare-kits', 'other-spare-kits'],
  competition: ['spare-kits', 'other-spare-kits'],
  season: ['1998-99', '1999'],
  kit_type: ['Spare', 'Other spare'],
};

/** The exception for records that are changed one by one. */
const ONE_BY_ONE: Exception = {
  reason:
    'Each record is changed in a separate transaction, so that an error of one does not affect the others.',
  check({ outcome, before, after }) {
    expect(outcome.status).toBe(500);
    // Each changed record has an entry in the audit log, and each started scrape has a job.
    const changed = [...TABLES, 'scrapes'].flatMap((table) => listChangedIds(before, after, table));
    const audited = listAdded(before, after, 'audit_log').map((row) => String(row['subject_id']));
    expect(audited.toSorted()).toEqual(changed.toSorted());
    const started = listAdded(before, after, 'scrapes').filter(({ status }) => status === 'processing');
    expect(listAdded(before, after, 'agenda_jobs')).toHaveLength(started.length);
  },
};

/** An upload, which is imported after the response. */
const UPLOAD: ChangingAction = {
  of: 'POST /imports/new',
  continues: true,
  async prepare({ browser, catalogue: { db }, post }) {
    const page = await browser.open('/admin/imports/new');
    const data = new FormData();
    for (const [name, value] of Object.entries(readForm(findForm(page, 'Upload and import')))) {
      if (name !== 'file') data.set(name, value);
    }
    data.set(
      'file',
      new Blob(kitLines([{ club: 'Betis' }]).map((line) => `${JSON.stringify(line)}\n`)),
      'kits.ndjson',
    );
    return async () => {
      const outcome = await post('/admin/imports/new', data);
      const isRunning = async () => (await db('uploaded_imports').where({ status: 'running' })).length > 0;
      await eventually(async () => expect(await isRunning()).toBe(false));
      return outcome;
    };
  },
  exception: {
    reason:
      'The import runs after the response. Its end is recorded: done with all records, or failed with none.',
    check({ outcome: { status }, before, after }) {
      if (status >= 500) {
        expect(listDifferences(before, after)).toEqual({});
        return;
      }
      const [upload] = listAdded(before, after, 'uploaded_imports');
      expect(upload).toMatchObject({ status: expect.stringMatching(/^(done|failed)$/) });
      expect(listAdded(before, after, 'audit_log')).toMatchObject([{ action: 'import' }]);
      const imported = TABLES.filter((table) => listAdded(before, after, table).length > 0);
      expect(imported).toEqual(upload?.['status'] === 'done' ? ['clubs', 'kits'] : []);
    },
  },
};

/** The session is not part of a transaction. */
const SIGN_IN: ChangingAction = {
  of: 'POST /sign-in',
  continues: true,
  async prepare({ catalogue, form }) {
    const browser = openAdminBrowser(catalogue);
    const page = await browser.open('/admin/sign-in');
    return form(page, 'Sign in', { name: 'Olga', password: PASSWORD }, browser);
  },
  exception: {
    reason: 'The audit log has every sign-in with the right password, even if its session cannot be stored.',
    check({ outcome: { status }, before, after }) {
      const signedIn = listAdded(before, after, 'sessions').filter(
        ({ sess }) => 'operator' in (sess as object),
      );
      // A new session is stored again after the redirect.
      expect([status, signedIn.length]).toEqual(status === 303 ? [303, 1] : [500, 0]);
      const changed = Object.keys(listDifferences(before, after));
      expect(changed.filter((table) => table !== 'sessions' && table !== 'audit_log')).toEqual([]);
    },
  },
};

/** All changes that operators can make through pages: one action for each route that takes a form. */
export const ADMIN_ACTIONS: readonly ChangingAction[] = [
  ...DECLARED_KINDS.flatMap(recordActions),
  {
    of: 'POST /kits/new',
    variant: 'with a new kit type',
    async prepare({ browser, form }) {
      const page = await browser.open('/admin/kits/new');
      const confirmation = await browser.send(page, 'Create the kit', { ...NEW.kit, type: 'Fifth' });
      return form(confirmation, 'Create the kit type “Fifth”', { [CREATE]: 'Fifth' });
    },
  },
  {
    of: 'POST /clubs/:key/merge',
    async prepare({ browser, catalogue, form }) {
      const id = await idOf(catalogue.db, 'clubs', 'malaga-cf-kits');
      return form(await browser.open(`/admin/clubs/${id}/merge?other=malaga-kits`), 'Merge the clubs');
    },
  },
  {
    of: 'POST /api-keys/new',
    prepare: async ({ browser, form }) =>
      form(await browser.open('/admin/api-keys/new'), 'Create the key', { name: 'Front end', limit: '7' }),
  },
  {
    of: 'POST /api-keys/:key/revoke',
    async prepare({ browser, catalogue: { db }, form }) {
      const [key] = await db('api_keys')
        .insert({ name: 'Old', key_hash: randomBytes(32) })
        .returning<Array<{ id: number }>>('id');
      return form(await browser.open(`/admin/api-keys/${key?.id}/revoke`), 'Revoke the key');
    },
  },
  {
    of: 'POST /scrapes/:key/retry',
    async prepare(site) {
      await addScrapes(site);
      return site.form(await site.browser.open('/admin/scrapes'), 'Retry the scrape of 1');
    },
  },
  {
    of: 'POST /scrapes/:key/cancel',
    async prepare(site) {
      await addScrapes(site);
      return site.form(await site.browser.open('/admin/scrapes'), 'Cancel the scrape of 3');
    },
  },
  {
    of: 'POST /scrapes/bulk',
    variant: 'retry',
    ...bulk('/scrapes', 'Retry', (site) => scrapesOf(site, 'failed')),
  },
  {
    of: 'POST /scrapes/bulk',
    variant: 'cancel',
    ...bulk('/scrapes', 'Cancel', (site) => scrapesOf(site, 'processing')),
  },
  {
    of: 'POST /cache/empty',
    prepare: async ({ browser, form }) => form(await browser.open('/admin/cache'), 'Empty the cache'),
  },
  UPLOAD,
  SIGN_IN,
  {
    of: 'POST /sign-out',
    isAudited: false,
    async prepare({ catalogue, form }) {
      const browser = await openSignedIn(catalogue);
      return form(await browser.open('/admin/'), 'Sign out', {}, browser);
    },
  },
];

/** Lists the actions on a kind of record. */
function recordActions({ kind, table, path, singular }: KindDeclaration): ChangingAction[] {
  const find = ({ catalogue: { db } }: ChangingSite, key: string) => idOf(db, table as IdTable, key);
  return [
    {
      of: `POST ${path}/new`,
      prepare: async ({ browser, form }) =>
        form(await browser.open(`/admin${path}/new`), `Create the ${singular}`, NEW[kind]),
    },
    {
      of: `POST ${path}/:key`,
      async prepare(site) {
        const { key, values } = CHANGED[kind];
        const page = await site.browser.open(`/admin${path}/${await find(site, key)}`);
        return site.form(page, 'Save', values);
      },
    },
    {
      of: `POST ${path}/:key/delete`,
      async prepare(site) {
        const page = await site.browser.open(`/admin${path}/${await find(site, DELETED[kind][0])}/delete`);
        return site.form(page, `Delete the ${singular}`);
      },
    },
    {
      of: `POST ${path}/bulk`,
      ...bulk(path, 'Delete', (site) => Promise.all(DELETED[kind].map((key) => find(site, key)))),
    },
  ];
}

/** Selects rows of a list and opens the confirmation page. */
function bulk(
  path: string,
  label: string,
  choose: (site: ChangingSite) => Promise<unknown[]>,
): Pick<ChangingAction, 'prepare' | 'exception'> {
  return {
    async prepare(site) {
      const keys = await choose(site);
      const list = await site.browser.open(`/admin${path}`);
      const page = await site.browser.sendBulk(list, `${label} chosen…`, keys);
      const data = readBulkForm(page, page.heading.replace('?', ''), keys);
      return () => site.post(`/admin${path}/bulk`, data);
    },
    exception: ONE_BY_ONE,
  };
}

/** Adds two failed scrapes and two in progress, one of which hides a collection. */
async function addScrapes({ catalogue: { db } }: ChangingSite): Promise<void> {
  await db.raw(`
    insert into scrapes (userid, status) values (1, 'failed'), (2, 'failed'), (3, 'processing'), (4, 'processing');
    insert into scrape_entries (scrape_id, place, entry) select id, 1, '{}' from scrapes where userid in (3, 4);
    insert into user_collections (userid, pages_scraped, expires_at, is_hidden)
      values (1, 1, now() + interval '1 day', false), (3, 1, now() + interval '1 day', true);
  `);
}

async function scrapesOf(site: ChangingSite, status: string): Promise<string[]> {
  await addScrapes(site);
  return site.catalogue.db('scrapes').where({ status }).orderBy('userid').pluck('id');
}

type IdTable = Parameters<typeof idOf>[1];

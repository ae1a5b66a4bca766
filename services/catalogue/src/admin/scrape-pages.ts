import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import { bulkRoute, offerBulk, type BulkList } from '@kitroom/server/pages/bulk';
import { flashRefusal } from '@kitroom/server/pages/flash-refusal';
import { buttonForm, type Field } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList } from '@kitroom/server/pages/list-queries';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import {
  cancelScrape,
  findScrape,
  SCRAPE_LIST,
  type AdminScrape,
} from '../user-collections/admin-scrape-queries.ts';
import { requestScrape } from '../user-collections/request-scrape.ts';
import { findNewestScrape } from '../user-collections/scrape-queries.ts';
import { insertAuditEntry } from './audit-queries.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import type { Database } from '@kitroom/server/database/database';
import { time } from '@kitroom/server/pages/show-time';

type Request = PageRequest<Operator>;

const PATH = `${ADMIN_ROOT}/scrapes`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CANCELLED = 'Cancelled by an operator.';

const STATES = [
  { value: '', label: 'any' },
  { value: 'processing', label: 'processing' },
  { value: 'ready', label: 'ready' },
  { value: 'failed', label: 'failed' },
];

export function scrapeRoutes(context: { db: Database }): Array<PageRoute<Operator>> {
  const bulk = scrapeBulk(context);
  return [
    { method: 'GET', path: '/scrapes', answer: (request) => scrapesPage(context, bulk, request) },
    bulkRoute(bulk),
    { method: 'POST', path: '/scrapes/:id/retry', answer: (request) => answerAction(request, bulk, 'retry') },
    {
      method: 'POST',
      path: '/scrapes/:id/cancel',
      answer: (request) => answerAction(request, bulk, 'cancel'),
    },
  ];
}

const FIELDS: Field[] = [
  { name: 'status', label: 'State', type: 'choice', choices: STATES },
  { name: 'user', label: 'Archive user', type: 'number' },
];

function scrapeBulk(context: { db: Database }): BulkList<Operator> {
  return {
    path: '/scrapes',
    title: 'Scrapes',
    href: PATH,
    one: 'scrape',
    many: 'scrapes',
    actions: [
      {
        name: 'retry',
        label: 'Retry',
        text: 'The collections are read anew. Only scrapes that have failed can be retried.',
        done: 'Retried',
        act: (id, { visitor }) => retry(context, visitor, id),
      },
      {
        name: 'cancel',
        label: 'Cancel',
        text: 'The scrapes end, and what they have read is dropped. Only those under way can be cancelled.',
        done: 'Cancelled',
        tone: 'danger',
        act: (id, { visitor }) => cancel(context, visitor, id),
      },
    ],
    ...bulkRows<AdminScrape>(context.db, SCRAPE_LIST, ({ id, userid, status }) => ({
      key: id,
      label: `Archive user ${userid}, ${status}`,
    })),
  };
}

function scrapesPage(
  { db }: { db: Database },
  bulk: BulkList<Operator>,
  { query, csrf }: Request,
): Promise<Page> {
  return listPage<AdminScrape>({
    title: 'Scrapes',
    path: PATH,
    query,
    fields: FIELDS,
    sort: '-requested',
    many: 'scrapes',
    read: (request) => readList<AdminScrape>(db, SCRAPE_LIST, request),
    columns: [
      { label: 'Archive user', sort: 'user', cell: ({ userid: id }) => String(id) },
      {
        label: 'State',
        sort: 'status',
        cell: (row) => html`<span class="tag ${TONES[row.status]}">${row.status}</span>`,
      },
      { label: 'Pages', isNumber: true, cell: (row) => row.pages_scraped.toLocaleString('en') },
      { label: 'Entries', isNumber: true, sort: 'entries', cell: (row) => row.entries.toLocaleString('en') },
      { label: 'Asked for', sort: 'requested', cell: (row) => time(row.requested_at) },
      { label: 'Ended', sort: 'finished', cell: (row) => time(row.finished_at) },
      { label: 'Reason', cell: ({ error }) => error },
      { label: 'Do', cell: (row) => buttons(row, csrf) },
    ],
    bulk: offerBulk(bulk, csrf, { keyOf: ({ id }) => id, nameOf: ({ userid }) => `the scrape of ${userid}` }),
    empty: 'There are no such scrapes. Records of scrapes are kept for two weeks.',
  });
}

const TONES = { processing: 'idle', ready: '', failed: 'bad' } as const;

function buttons({ id, userid, status }: AdminScrape, csrf: Html): Html | undefined {
  const describes = `the scrape of ${userid}`;
  if (status === 'failed') {
    return buttonForm({ action: `${PATH}/${id}/retry`, csrf, label: 'Retry', describes, tone: 'plain' });
  }
  if (status === 'ready') return undefined;
  return buttonForm({ action: `${PATH}/${id}/cancel`, csrf, label: 'Cancel', describes, tone: 'plain' });
}

async function answerAction(
  request: Request,
  { actions }: BulkList<Operator>,
  name: 'retry' | 'cancel',
): Promise<Redirect> {
  return flashRefusal(PATH, async () => {
    const text = await actions.find((one) => one.name === name)?.act(request.params['id'] ?? '', request);
    return { to: PATH, flash: { kind: 'done', text: String(text) } };
  });
}

/** Starts a new scrape of the collector, like a request with `force`. */
async function retry({ db }: { db: Database }, operator: Operator, key: string): Promise<string> {
  const scrape = await getScrape(db, key);
  const { userid } = scrape;
  if (scrape.status !== 'failed') throw refusal(`The scrape of ${userid} has not failed.`);
  const isBegun = await db.transaction(async (transaction) => {
    if ((await findNewestScrape(transaction, userid))?.status === 'processing') return false;
    const begun = await requestScrape(transaction, { userid, force: true, client: null });
    if (!('scrape' in begun)) return false;
    const subject = { subject: 'scrape', subjectId: begun.scrape.id, label: String(userid) };
    await insertAuditEntry(transaction, {
      operator: operator.name,
      action: 'retry',
      ...subject,
      before: { id: scrape.id, error: scrape.error },
    });
    return true;
  });
  if (!isBegun) throw refusal(`A scrape of ${userid} is under way already.`);
  return `The collection of ${userid} is read anew.`;
}

async function cancel({ db }: { db: Database }, operator: Operator, key: string): Promise<string> {
  const scrape = await getScrape(db, key);
  const isCancelled = await db.transaction(async (transaction) => {
    if (!(await cancelScrape(transaction, scrape, CANCELLED))) return false;
    const { id, userid, pages_scraped: pages } = scrape;
    await insertAuditEntry(transaction, {
      operator: operator.name,
      action: 'cancel',
      subject: 'scrape',
      subjectId: id,
      label: String(userid),
      before: { pages },
    });
    return true;
  });
  if (!isCancelled) throw refusal(`The scrape of ${scrape.userid} had ended already.`);
  return `Cancelled the scrape of ${scrape.userid}.`;
}

async function getScrape(db: { db: Database }['db'], id: string): Promise<AdminScrape> {
  const scrape = UUID.test(id) ? await findScrape(db, id) : undefined;
  if (!scrape) throw notFound('There is no such scrape.');
  return scrape;
}

function refusal(text: string): ServiceError {
  return new ServiceError('invalid', text);
}

import { notFound } from '@kitroom/server/http/errors';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Flash, Page } from '@kitroom/server/pages/layout';
import { listPage } from '@kitroom/server/pages/list-page';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import {
  cancelScrape,
  findScrape,
  listScrapes,
  type AdminScrape,
} from '../user-collections/admin-scrape-queries.ts';
import { requestScrape } from '../user-collections/request-scrape.ts';
import { findNewestScrape } from '../user-collections/scrape-queries.ts';
import { insertAuditEntry } from './audit-queries.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import { toInteger } from '@kitroom/server/pages/read-number';
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

export function scrapeRoutes(context: Context): Array<PageRoute<Operator>> {
  return [
    { method: 'GET', path: '/scrapes', answer: (request) => scrapesPage(context, request) },
    { method: 'POST', path: '/scrapes/:id/retry', answer: (request) => retry(context, request) },
    { method: 'POST', path: '/scrapes/:id/cancel', answer: (request) => cancel(context, request) },
  ];
}

function scrapesPage({ db }: Context, { query, csrf }: Request): Promise<Page> {
  return listPage({
    title: 'Scrapes',
    path: PATH,
    query,
    fields: [
      { name: 'status', label: 'State', type: 'choice', choices: STATES },
      { name: 'user', label: 'Archive user', type: 'number' },
    ],
    list({ status, user }, part) {
      const known = STATES.find(({ value }) => value !== '' && value === status)?.value;
      return listScrapes(db, { status: known, userid: toInteger(user) }, part);
    },
    show: (rows) =>
      table({
        caption: 'Scrapes, newest first',
        columns: [
          { label: 'Archive user', cell: ({ userid: id }) => String(id) },
          {
            label: 'State',
            cell: (row) => html`<span class="tag ${TONES[row.status]}">${row.status}</span>`,
          },
          { label: 'Pages', isNumber: true, cell: (row) => row.pages_scraped.toLocaleString('en') },
          { label: 'Entries', isNumber: true, cell: (row) => row.entries.toLocaleString('en') },
          { label: 'Asked for', cell: (row) => time(row.requested_at) },
          { label: 'Ended', cell: (row) => time(row.finished_at) },
          { label: 'Reason', cell: ({ error }) => error },
          { label: 'Do', cell: (row) => buttons(row, csrf) },
        ],
        rows,
        empty: 'There are no such scrapes. Records of scrapes are kept for two weeks.',
      }),
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

/** Starts a new scrape of the collector, like a request with `force`. */
async function retry({ db }: Context, { params, visitor }: Request): Promise<Redirect> {
  const scrape = await getScrape(db, params['id']);
  const { userid } = scrape;
  if (scrape.status !== 'failed') return redirect('problem', `The scrape of ${userid} has not failed.`);
  const isBegun = await db.transaction(async (transaction) => {
    if ((await findNewestScrape(transaction, userid))?.status === 'processing') return false;
    const begun = await requestScrape(transaction, { userid, force: true, client: null });
    if (!('scrape' in begun)) return false;
    const subject = { subject: 'scrape', subjectId: begun.scrape.id, label: String(userid) };
    await insertAuditEntry(transaction, {
      operator: visitor.name,
      action: 'retry',
      ...subject,
      before: { id: scrape.id, error: scrape.error },
    });
    return true;
  });
  return isBegun
    ? redirect('done', `The collection of ${userid} is read anew.`)
    : redirect('problem', `A scrape of ${userid} is under way already.`);
}

async function cancel({ db }: Context, { params, visitor }: Request): Promise<Redirect> {
  const scrape = await getScrape(db, params['id']);
  const isCancelled = await db.transaction(async (transaction) => {
    if (!(await cancelScrape(transaction, scrape, CANCELLED))) return false;
    const { id, userid, pages_scraped: pages } = scrape;
    await insertAuditEntry(transaction, {
      operator: visitor.name,
      action: 'cancel',
      subject: 'scrape',
      subjectId: id,
      label: String(userid),
      before: { pages },
    });
    return true;
  });
  return isCancelled
    ? redirect('done', `Cancelled the scrape of ${scrape.userid}.`)
    : redirect('problem', `The scrape of ${scrape.userid} had ended already.`);
}

async function getScrape(db: Context['db'], id = ''): Promise<AdminScrape> {
  const scrape = UUID.test(id) ? await findScrape(db, id) : undefined;
  if (!scrape) throw notFound('There is no such scrape.');
  return scrape;
}

function redirect(kind: Flash['kind'], text: string): Redirect {
  return { to: PATH, flash: { kind, text } };
}

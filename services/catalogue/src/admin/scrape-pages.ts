import { notFound } from '@kitroom/server/http/errors';
import { buttonForm, searchForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Flash, Page } from '@kitroom/server/pages/layout';
import type { Onward, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { pager, table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import { ADMIN_PAGE_ROWS } from '../limits.ts';
import {
  cancelScrape,
  findScrape,
  listScrapes,
  type OverseenScrape,
} from '../user-collections/overseen-scrape-queries.ts';
import { requestScrape } from '../user-collections/request-scrape.ts';
import { findNewestScrape } from '../user-collections/scrape-queries.ts';
import { insertAuditEntry } from './audit-queries.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import { readPage, toInteger } from '@kitroom/server/pages/read-number';
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

/** Scrapes of collectors' collections: see, try again, cancel. */
export function scrapeRoutes(context: Context): Array<PageRoute<Operator>> {
  return [
    { method: 'GET', path: '/scrapes', answer: (request) => listPage(context, request) },
    { method: 'POST', path: '/scrapes/:id/retry', answer: (request) => retry(context, request) },
    { method: 'POST', path: '/scrapes/:id/cancel', answer: (request) => cancel(context, request) },
  ];
}

async function listPage({ db }: Context, { query, csrf }: Request): Promise<Page> {
  const page = readPage(query['page']);
  const status = STATES.find(({ value }) => value !== '' && value === query['status'])?.value;
  const userid = toInteger(query['user']?.trim());
  const offset = (page - 1) * ADMIN_PAGE_ROWS;
  const rows = await listScrapes(db, { status, userid }, { limit: ADMIN_PAGE_ROWS + 1, offset });
  const values = { status: status ?? '', user: userid === undefined ? '' : String(userid) };
  return {
    title: 'Scrapes',
    body: html`
      ${searchForm({
        action: PATH,
        fields: [
          { name: 'status', label: 'State', type: 'choice', choices: STATES },
          { name: 'user', label: 'Archive user', type: 'number' },
        ],
        values,
      })}
      ${table({
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
        rows: rows.slice(0, ADMIN_PAGE_ROWS),
        empty: 'There are no such scrapes. Records of scrapes are kept for two weeks.',
      })}
      ${pager({
        page,
        hasNext: rows.length > ADMIN_PAGE_ROWS,
        href: (to) => `${PATH}?${new URLSearchParams({ ...values, page: String(to) })}`,
      })}
    `,
  };
}

const TONES = { processing: 'idle', ready: '', failed: 'bad' } as const;

function buttons({ id, userid, status }: OverseenScrape, csrf: Html): Html | undefined {
  const describes = `the scrape of ${userid}`;
  if (status === 'failed') {
    return buttonForm({ action: `${PATH}/${id}/retry`, csrf, label: 'Retry', describes, tone: 'plain' });
  }
  if (status === 'ready') return undefined;
  return buttonForm({ action: `${PATH}/${id}/cancel`, csrf, label: 'Cancel', describes, tone: 'plain' });
}

/** Begins a new scrape of the same collector, as a forced request does. */
async function retry({ db }: Context, { params, visitor }: Request): Promise<Onward> {
  const scrape = await getScrape(db, params['id']);
  const { userid } = scrape;
  if (scrape.status !== 'failed') return tell('problem', `The scrape of ${userid} has not failed.`);
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
    ? tell('done', `The collection of ${userid} is read anew.`)
    : tell('problem', `A scrape of ${userid} is under way already.`);
}

async function cancel({ db }: Context, { params, visitor }: Request): Promise<Onward> {
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
    ? tell('done', `Cancelled the scrape of ${scrape.userid}.`)
    : tell('problem', `The scrape of ${scrape.userid} had ended already.`);
}

async function getScrape(db: Context['db'], id = ''): Promise<OverseenScrape> {
  const scrape = UUID.test(id) ? await findScrape(db, id) : undefined;
  if (!scrape) throw notFound('There is no such scrape.');
  return scrape;
}

function tell(kind: Flash['kind'], text: string): Onward {
  return { to: PATH, flash: { kind, text } };
}

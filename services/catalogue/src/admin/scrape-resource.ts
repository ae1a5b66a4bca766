import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import { html } from '@kitroom/server/pages/html';
import { equalsInteger, oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { choice, type Resource } from '@kitroom/server/pages/resource';
import { time } from '@kitroom/server/pages/table';
import { requestScrape } from '../user-collections/request-scrape.ts';
import {
  failScrape,
  findNewestScrape,
  lockCollector,
  type ScrapeRow,
} from '../user-collections/scrape-queries.ts';
import { insertAuditEntry } from './audit-log.ts';
import type { Operator } from './operator-session.ts';

const CANCELLED = 'Cancelled by an operator.';
const TONES = { processing: 'idle', ready: '', failed: 'bad' } as const;

type AdminScrape = Pick<
  ScrapeRow,
  'id' | 'userid' | 'status' | 'pages_scraped' | 'entries' | 'error' | 'requested_at' | 'finished_at'
>;

const SOURCE: ListSource = {
  table: 'scrapes',
  keyType: 'uuid',
  columns: 'userid, status, pages_scraped, entries, error, requested_at, finished_at',
  filters: {
    status: oneOf({
      processing: "scrapes.status = 'processing'",
      ready: "scrapes.status = 'ready'",
      failed: "scrapes.status = 'failed'",
    }),
    user: equalsInteger('scrapes.userid'),
  },
  orders: {
    user: ['scrapes.userid'],
    status: ['scrapes.status'],
    entries: ['scrapes.entries'],
    requested: ['scrapes.requested_at'],
    finished: ['scrapes.finished_at'],
  },
};

export function scrapeResource({ db }: { db: Database }): Resource<AdminScrape, Operator> {
  return {
    path: '/scrapes',
    title: 'Scrapes',
    singular: 'scrape',
    plural: 'scrapes',
    source: SOURCE,
    nameOf: ({ userid }) => `the scrape of ${userid}`,
    describe: ({ userid, status }) => `Archive user ${userid}, ${status}`,
    filters: [
      choice('status', 'State', Object.keys(TONES)),
      { name: 'user', label: 'Archive user', type: 'number' },
    ],
    columns: () => [
      { label: 'Archive user', sort: 'user', cell: ({ userid: id }) => String(id) },
      {
        label: 'State',
        sort: 'status',
        cell: ({ status }) => html`<span class="tag ${TONES[status]}">${status}</span>`,
      },
      { label: 'Pages', isNumber: true, cell: (row) => row.pages_scraped.toLocaleString('en') },
      {
        label: 'Entries',
        isNumber: true,
        sort: 'entries',
        cell: (row) => row.entries.toLocaleString('en'),
      },
      { label: 'Requested', sort: 'requested', cell: (row) => time(row.requested_at) },
      { label: 'Ended', sort: 'finished', cell: (row) => time(row.finished_at) },
      { label: 'Reason', cell: ({ error }) => error },
    ],
    sort: '-requested',
    empty: 'There are no such scrapes. Records of scrapes are kept for two weeks.',
    actions: [
      {
        name: 'retry',
        label: 'Retry',
        isOffered: ({ status }) => status === 'failed',
        bulk: {
          text: 'The collections are read again. Only scrapes that have failed can be retried.',
          done: 'Retried',
        },
        act: (scrape, { visitor }) => retry(db, visitor, scrape),
      },
      {
        name: 'cancel',
        label: 'Cancel',
        tone: 'danger',
        isOffered: ({ status }) => status === 'processing',
        bulk: {
          text: 'The scrapes end, and what they have read is discarded. Only scrapes in progress can be cancelled.',
          done: 'Cancelled',
        },
        act: (scrape, { visitor }) => cancel(db, visitor, scrape),
      },
    ],
  };
}

/** Starts a new scrape of the same collector, like a request with `force`. */
async function retry(db: Database, { name: operator }: Operator, scrape: AdminScrape): Promise<string> {
  const { userid, id, error } = scrape;
  if (scrape.status !== 'failed') throw refusal(`The scrape of ${userid} has not failed.`);
  const isStarted = await db.transaction(async (transaction) => {
    await lockCollector(transaction, userid);
    if ((await findNewestScrape(transaction, userid))?.status === 'processing') return false;
    const started = await requestScrape(transaction, { userid, force: true, client: null });
    if (!('scrape' in started)) return false;
    const subject = { subject: 'scrape', subjectId: started.scrape.id, label: String(userid) };
    await insertAuditEntry(transaction, { operator, action: 'retry', ...subject, before: { id, error } });
    return true;
  });
  if (!isStarted) throw refusal(`A scrape of ${userid} is already in progress.`);
  return `The collection of ${userid} is read again.`;
}

async function cancel(db: Database, { name: operator }: Operator, scrape: AdminScrape): Promise<string> {
  const { id, userid, pages_scraped: pages } = scrape;
  const isCancelled = await db.transaction(async (transaction) => {
    if (!(await failScrape(transaction, { id, userid }, CANCELLED))) return false;
    const subject = { subject: 'scrape', subjectId: id, label: String(userid) };
    await insertAuditEntry(transaction, { operator, action: 'cancel', ...subject, before: { pages } });
    return true;
  });
  if (!isCancelled) throw refusal(`The scrape of ${userid} had already ended.`);
  return `Cancelled the scrape of ${userid}.`;
}

function refusal(text: string): ServiceError {
  return new ServiceError('invalid', text);
}

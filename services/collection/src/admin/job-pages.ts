import type { Database } from '@kitroom/server/database/database';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import {
  JOB_LIST,
  JOB_STATES,
  runJobNow,
  lockFailedJob,
  retryJob,
  type AdminJob,
} from '@kitroom/server/jobs/admin-job-queries';
import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import { bulkRoute, offerBulk, type BulkList } from '@kitroom/server/pages/bulk';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { listPage, PAGE_ROWS } from '@kitroom/server/pages/list-page';
import { readList } from '@kitroom/server/pages/list-queries';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/table';
import type { Column } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { insertAuditEntry, type AuditEntry } from '../audit/audit-queries.ts';
import { confirmPage } from '@kitroom/server/pages/confirm-page';
import { cancelMail, sendMailNow, listMails, type AdminMail } from './admin-mail-queries.ts';
import { listFailedPhotos, retryPhoto } from './admin-photo-queries.ts';
import { anyOf } from './filter-fields.ts';
import { mailTable, photoTable } from './unfinished-tables.ts';

type JobRequest = PageRequest<UserRow>;

const PATH = `${ADMIN_ROOT}/jobs`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The audit log's entry; undefined if there was nothing to do. */
type AuditedChange = Omit<AuditEntry, 'actor'> | undefined;

/** Jobs, unsent mails and failed photos: list, retry, cancel. */
export function jobRoutes(context: { db: Database }): Array<PageRoute<UserRow>> {
  const bulk = jobBulk(context);
  const act = (path: string, done: string, change: (db: Database, id: string) => Promise<AuditedChange>) => ({
    method: 'POST' as const,
    path,
    answer: (request: JobRequest) => carryOut(context, request, done, change),
  });
  return [
    { method: 'GET', path: '/jobs', answer: (request) => jobsPage(context, bulk, request) },
    bulkRoute(bulk),
    act('/jobs/:id/retry', 'The job will be retried.', retryFailed),
    act('/jobs/:id/run', 'The job will run in a moment.', async (db, id) => {
      const name = await runJobNow(db, requireUuid(id));
      return name === undefined ? undefined : { action: 'run', subject: 'job', subjectId: id, label: name };
    }),
    act('/mails/:id/send', 'The mail will be sent in a moment.', async (db, id) =>
      toMailChange('retry', await sendMailNow(db, readId(id))),
    ),
    {
      method: 'GET',
      path: '/mails/:id/cancel',
      answer: ({ params, csrf }) => cancellationPage(readId(params['id']), csrf),
    },
    act('/mails/:id/cancel', 'The mail is given up.', async (db, id) =>
      toMailChange('cancel', await cancelMail(db, readId(id))),
    ),
    act('/photos/:id/retry', 'The photo will be retried.', async (db, id) => {
      const photo = await retryPhoto(db, readId(id));
      return photo && { action: 'retry', subject: 'photo', subjectId: id, ownerId: photo.user_id };
    }),
  ];
}

async function carryOut(
  { db }: { db: Database },
  { params, visitor: actor }: JobRequest,
  done: string,
  change: (db: Database, id: string) => Promise<AuditedChange>,
): Promise<Redirect> {
  const entry = await db.transaction(async (transaction) => {
    const made = await change(transaction, params['id'] ?? '');
    if (made) await insertAuditEntry(transaction, { actor, ...made });
    return made;
  });
  const flash = entry
    ? { kind: 'done' as const, text: done }
    : { kind: 'problem' as const, text: 'There was nothing left to do.' };
  return { to: PATH, flash };
}

async function jobsPage(
  { db }: { db: Database },
  bulk: BulkList<UserRow>,
  { query, csrf }: JobRequest,
): Promise<Page> {
  const [jobs, mails, photos] = await Promise.all([
    listPage<AdminJob>({
      title: 'Jobs',
      note: 'Failed jobs are retried automatically, then removed. Recurring jobs stay on the list.',
      path: PATH,
      query,
      fields: [{ name: 'name', label: 'Job' }, anyOf('state', 'State', JOB_STATES)],
      columns: columns(csrf),
      sort: 'state',
      many: 'jobs',
      empty: 'There are no such jobs.',
      read: (request) => readList<AdminJob>(db, JOB_LIST, request),
      bulk: offerBulk(bulk, csrf, { keyOf: ({ id }) => id, nameOf: nameOfJob }),
    }),
    listMails(db, PAGE_ROWS),
    listFailedPhotos(db, PAGE_ROWS),
  ]);
  return {
    ...jobs,
    body: html`${jobs.body}
      <h2>Mails on their way</h2>
      ${mailTable(mails, csrf)}
      <h2>Photos whose renditions were given up</h2>
      ${photoTable(photos, csrf)}`,
  };
}

function jobBulk({ db }: { db: Database }): BulkList<UserRow> {
  return {
    path: '/jobs',
    title: 'Jobs',
    href: PATH,
    one: 'job',
    many: 'jobs',
    actions: [
      {
        name: 'retry',
        label: 'Retry',
        text: 'Jobs that have failed are put into the queue again; others stay as they are.',
        done: 'Retried',
        act: (key, { visitor }) =>
          db.transaction(async (transaction) => {
            const entry = await retryFailed(transaction, key);
            if (!entry) throw new ServiceError('invalid', 'It has not failed.');
            await insertAuditEntry(transaction, { actor: visitor, ...entry });
          }),
      },
    ],
    ...bulkRows<AdminJob>(db, JOB_LIST, (job) => ({ key: job.id, label: `${nameOfJob(job)}, ${job.state}` })),
  };
}

async function retryFailed(db: Database, id: string): Promise<AuditedChange> {
  const job = await lockFailedJob(db, requireUuid(id));
  if (!job) return undefined;
  await retryJob(db, job);
  return { ...entryOf(job), action: 'retry', before: { fail_reason: job.fail_reason } };
}

function nameOfJob({ name, key }: AdminJob): string {
  return `${name} ${key ?? ''}`.trim();
}

const TONES = { waiting: '', planned: 'idle', running: '', failed: 'bad' } as const;

function columns(csrf: Html): Array<Column<AdminJob>> {
  const button = ({ id, name, key }: AdminJob, what: string, label: string) =>
    buttonForm({
      action: `${PATH}/${id}/${what}`,
      csrf,
      label,
      describes: `${name} ${key ?? ''}`,
      tone: 'plain',
    });
  return [
    { label: 'Job', sort: 'name', cell: ({ name }) => name },
    { label: 'Which', cell: ({ key }) => key ?? 'every time' },
    {
      label: 'State',
      sort: 'state',
      cell: ({ state }) => html`<span class="tag ${TONES[state]}">${state}</span>`,
    },
    { label: 'Next', sort: 'next', cell: (row) => time(row.next_run_at) },
    { label: 'Last', sort: 'last', cell: (row) => time(row.last_run_at) },
    { label: 'Reason', cell: ({ fail_reason: reason }) => reason },
    {
      label: 'Do',
      cell(job) {
        if (job.state === 'failed' && job.key !== null) return button(job, 'retry', 'Retry');
        return job.state === 'planned' && job.key === null && button(job, 'run', 'Run now');
      },
    },
  ];
}

function cancellationPage(id: number, csrf: Html): Page {
  return confirmPage({
    title: `Give up mail ${id}`,
    text: 'It will not be sent, and its link will not work. The recipient can request another one.',
    trail: [{ href: PATH, label: 'Jobs' }],
    action: `${ADMIN_ROOT}/mails/${id}/cancel`,
    csrf,
    submit: 'Discard the e-mail',
    cancel: PATH,
  });
}

function toMailChange(action: string, mail: AdminMail | undefined): AuditedChange {
  if (!mail) return undefined;
  const { id, kind, email, attempts, user_id: ownerId } = mail;
  const owner = ownerId === null ? {} : { ownerId };
  return { action, subject: 'mail', subjectId: id, label: kind, ...owner, before: { email, attempts } };
}

function entryOf(job: AdminJob) {
  return { subject: 'job', subjectId: job.id, label: nameOfJob(job) };
}

function requireUuid(id: string): string {
  if (!UUID.test(id)) throw notFound('There is no such job.');
  return id;
}

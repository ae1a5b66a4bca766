import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import {
  runJobNow,
  listJobs,
  lockFailedJob,
  retryJob,
  type AdminJob,
} from '@kitroom/server/jobs/admin-job-queries';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { PAGE_ROWS } from '@kitroom/server/pages/list-page';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/show-time';
import { table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { insertAuditEntry, type AuditEntry } from '../audit/audit-queries.ts';
import { confirmPage } from '@kitroom/server/pages/confirm-page';
import { cancelMail, sendMailNow, listMails, type AdminMail } from './admin-mail-queries.ts';
import { listFailedPhotos, retryPhoto, type FailedPhoto } from './admin-photo-queries.ts';
import { PHOTOS_PATH } from './photo-gallery.ts';

type JobRequest = PageRequest<UserRow>;

const PATH = `${ADMIN_ROOT}/jobs`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The audit log's entry; undefined if there was nothing to do. */
type AuditedChange = Omit<AuditEntry, 'actor'> | undefined;

/** Jobs, unsent mails and failed photos: list, retry, cancel. */
export function jobRoutes(context: Context): Array<PageRoute<UserRow>> {
  const act = (path: string, done: string, change: (db: Database, id: string) => Promise<AuditedChange>) => ({
    method: 'POST' as const,
    path,
    answer: (request: JobRequest) => carryOut(context, request, done, change),
  });
  return [
    { method: 'GET', path: '/jobs', answer: (request) => jobsPage(context, request) },
    act('/jobs/:id/retry', 'The job will be retried.', async (db, id) => {
      const job = await lockFailedJob(db, requireUuid(id));
      if (!job) return undefined;
      await retryJob(db, job);
      return { ...entryOf(job), action: 'retry', before: { fail_reason: job.fail_reason } };
    }),
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
  { db }: Context,
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

async function jobsPage({ db }: Context, { csrf }: JobRequest): Promise<Page> {
  const [jobs, mails, photos] = await Promise.all([
    listJobs(db, { limit: PAGE_ROWS, offset: 0 }),
    listMails(db, PAGE_ROWS),
    listFailedPhotos(db, PAGE_ROWS),
  ]);
  return {
    title: 'Jobs',
    body: html`
      <p class="quiet">
        At most ${PAGE_ROWS} of each. What fails is tried again by itself, and taken off the list. Planned
        jobs run again and again.
      </p>
      ${jobTable(jobs, csrf)}
      <h2>Mails on their way</h2>
      ${mailTable(mails, csrf)}
      <h2>Photos whose renditions were given up</h2>
      ${photoTable(photos, csrf)}
    `,
  };
}

const TONES = { waiting: '', planned: 'idle', running: '', failed: 'bad' } as const;

function jobTable(rows: readonly AdminJob[], csrf: Html): Html {
  const button = ({ id, name, key }: AdminJob, what: string, label: string) =>
    buttonForm({
      action: `${PATH}/${id}/${what}`,
      csrf,
      label,
      describes: `${name} ${key ?? ''}`,
      tone: 'plain',
    });
  return table({
    caption: 'Jobs',
    rows,
    empty: 'The queue is empty.',
    columns: [
      { label: 'Job', cell: ({ name }) => name },
      { label: 'Which', cell: ({ key }) => key ?? 'every time' },
      { label: 'State', cell: ({ state }) => html`<span class="tag ${TONES[state]}">${state}</span>` },
      { label: 'Next', cell: (row) => time(row.next_run_at) },
      { label: 'Last', cell: (row) => time(row.last_run_at) },
      { label: 'Reason', cell: ({ fail_reason: reason }) => reason },
      {
        label: 'Do',
        cell(job) {
          if (job.state === 'failed' && job.key !== null) return button(job, 'retry', 'Retry');
          return job.state === 'planned' && job.key === null && button(job, 'run', 'Run now');
        },
      },
    ],
  });
}

function mailTable(rows: readonly AdminMail[], csrf: Html): Html {
  return table({
    caption: 'Unsent mails, oldest first',
    rows,
    empty: 'There are none.',
    columns: [
      { label: 'To', cell: ({ email }) => email },
      { label: 'Kind', cell: ({ kind }) => kind },
      { label: 'Attempts', isNumber: true, cell: ({ attempts }) => String(attempts) },
      { label: 'Next', cell: (row) => time(row.due_at) },
      { label: 'Asked for', cell: (row) => time(row.created_at) },
      {
        label: 'Do',
        cell: ({ id, email }) =>
          html`${buttonForm({
              action: `${ADMIN_ROOT}/mails/${id}/send`,
              csrf,
              label: 'Send now',
              describes: `the mail to ${email}`,
              tone: 'plain',
            })}
            <a href="${ADMIN_ROOT}/mails/${id}/cancel"
              >Give up<span class="unseen"> the mail to ${email}</span>…</a
            >`,
      },
    ],
  });
}

function photoTable(rows: readonly FailedPhoto[], csrf: Html): Html {
  return table({
    caption: 'Photos whose renditions were given up, newest first',
    rows,
    empty: 'There are none.',
    columns: [
      { label: 'Photo', cell: ({ id }) => html`<a href="${PHOTOS_PATH}/${id}">Photo ${id}</a>` },
      { label: 'Attempts', isNumber: true, cell: ({ attempts }) => String(attempts) },
      {
        label: 'Do',
        cell: ({ id }) =>
          buttonForm({
            action: `${PHOTOS_PATH}/${id}/retry`,
            csrf,
            label: 'Try again',
            describes: `photo ${id}`,
            tone: 'plain',
          }),
      },
    ],
  });
}

function cancellationPage(id: number, csrf: Html): Page {
  return confirmPage({
    title: `Give up mail ${id}`,
    text: 'It will not be sent, and its link will not work. The recipient can request another one.',
    trail: [{ href: PATH, label: 'Jobs' }],
    action: `${ADMIN_ROOT}/mails/${id}/cancel`,
    csrf,
    submit: 'Give the mail up',
    cancel: PATH,
  });
}

function toMailChange(action: string, mail: AdminMail | undefined): AuditedChange {
  if (!mail) return undefined;
  const { id, kind, email, attempts, user_id: ownerId } = mail;
  const owner = ownerId === null ? {} : { ownerId };
  return { action, subject: 'mail', subjectId: id, label: kind, ...owner, before: { email, attempts } };
}

function entryOf({ id, name, key }: AdminJob) {
  return { subject: 'job', subjectId: id, label: `${name} ${key ?? ''}`.trim() };
}

function requireUuid(id: string): string {
  if (!UUID.test(id)) throw notFound('There is no such job.');
  return id;
}

import type { Database } from '@kitroom/server/database/database';
import {
  JOB_LIST,
  JOB_STATES,
  retryJob,
  runJobNow,
  type AdminJob,
} from '@kitroom/server/jobs/admin-job-queries';
import { refuseForm } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import { resourceTable } from '@kitroom/server/pages/list-page';
import { choice, textColumn, type Resource } from '@kitroom/server/pages/resource';
import { time } from '@kitroom/server/pages/table';
import { deleteMail, MAIL_LIST, sendMailNow, type AdminMail } from '../accounts/mail/mail-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry, type AuditEntry } from '../audit/audit-queries.ts';
import type { AdminPhoto } from './admin-photo-queries.ts';
import { purposeOf } from './job-purposes.ts';

const TONES = { waiting: '', planned: 'idle', running: '', failed: 'bad' } as const;

/** Jobs, followed by unsent e-mails and by photos that could not be processed. */
export function jobResource(
  { db }: { db: Database },
  mails: Resource<AdminMail, UserRow>,
  photos: Resource<AdminPhoto, UserRow>,
): Resource<AdminJob, UserRow> {
  return {
    path: '/jobs',
    title: 'Jobs',
    singular: 'job',
    plural: 'jobs',
    source: JOB_LIST,
    nameOf,
    describe: (job) => `${nameOf(job)}, ${job.state}`,
    note: () =>
      'A failed job was retried automatically before. It stays on the list for seven days. Recurring jobs always do.',
    filters: [{ name: 'name', label: 'Job' }, choice('state', 'State', JOB_STATES)],
    columns: () => [
      {
        label: 'Job',
        sort: 'name',
        cell: ({ name }) =>
          html`${name}
          ${purposeOf(name) !== undefined && html`<br /><span class="quiet">${purposeOf(name)}</span>`}`,
      },
      { label: 'Which', cell: ({ key }) => key ?? 'recurring' },
      {
        label: 'State',
        sort: 'state',
        cell: ({ state }) => html`<span class="tag ${TONES[state]}">${state}</span>`,
      },
      { label: 'Next', sort: 'next', cell: (row) => time(row.next_run_at) },
      { label: 'Last', sort: 'last', cell: (row) => time(row.last_run_at) },
      { label: 'Reason', cell: ({ fail_reason: reason }) => reason },
    ],
    sort: 'state',
    below: async (request) =>
      html`<h2>Unsent e-mails</h2>
        ${await resourceTable(db, mails, request)}
        <h2>Photos that could not be processed</h2>
        ${await resourceTable(db, photos, request, { state: 'given up' })}`,
    actions: [
      {
        name: 'retry',
        label: 'Retry',
        isOffered: ({ state, key }) => state === 'failed' && key !== null,
        bulk: {
          text: 'Jobs that have failed are put into the queue again; other jobs do not change.',
          done: 'Retried',
        },
        act: ({ id }, { visitor }) =>
          changeLogged(db, visitor, 'The job will be retried.', async (transaction) => {
            const job = await retryJob(transaction, id);
            return job && { ...entryOf(job), action: 'retry', before: { fail_reason: job.fail_reason } };
          }),
      },
      {
        name: 'run',
        label: 'Run now',
        isOffered: ({ state, key }) => state === 'planned' && key === null,
        act: (job, { visitor }) =>
          changeLogged(db, visitor, 'The job will run in a moment.', async (transaction) =>
            (await runJobNow(transaction, job.id)) === undefined
              ? undefined
              : { ...entryOf(job), action: 'run' },
          ),
      },
    ],
  };
}

/** E-mails that are not sent yet. */
export function mailResource({ db }: { db: Database }): Resource<AdminMail, UserRow> {
  return {
    path: '/mails',
    title: 'Unsent e-mails',
    singular: 'e-mail',
    plural: 'e-mails',
    source: MAIL_LIST,
    nameOf: ({ email }) => `the e-mail to ${email}`,
    filters: [],
    columns: () => [
      textColumn('To', 'email'),
      textColumn('Kind', 'kind'),
      { label: 'Attempts', isNumber: true, cell: ({ attempts }) => String(attempts) },
      { label: 'Next', cell: (row) => time(row.due_at) },
      { label: 'Requested', cell: (row) => time(row.created_at) },
    ],
    sort: 'number',
    empty: 'No unsent e-mails.',
    actions: [
      {
        name: 'send',
        label: 'Send now',
        act: ({ id }, { visitor }) =>
          changeLogged(db, visitor, 'The e-mail will be sent in a moment.', async (transaction) =>
            toMailEntry('retry', await sendMailNow(transaction, id)),
          ),
      },
      {
        name: 'cancel',
        label: 'Discard',
        confirm: () => ({
          text: 'It will not be sent, and its link will not work. The recipient can request another one.',
        }),
        act: ({ id }, { visitor }) =>
          changeLogged(db, visitor, 'The e-mail was discarded.', async (transaction) =>
            toMailEntry('cancel', await deleteMail(transaction, id)),
          ),
      },
    ],
  };
}

/** Makes a change together with its entry in the audit log. Throws a 400 if there is nothing to change. */
function changeLogged(
  db: Database,
  actor: UserRow,
  done: string,
  change: (transaction: Database) => Promise<Omit<AuditEntry, 'actor'> | undefined>,
): Promise<string> {
  return db.transaction(async (transaction) => {
    const entry = await change(transaction);
    if (!entry) throw refuseForm({ '': 'There was nothing left to do.' });
    await insertAuditEntry(transaction, { actor, ...entry });
    return done;
  });
}

function toMailEntry(action: string, mail: AdminMail | undefined): Omit<AuditEntry, 'actor'> | undefined {
  if (!mail) return undefined;
  const { id, kind, email, attempts, user_id: ownerId } = mail;
  const owner = ownerId === null ? {} : { ownerId };
  return { action, subject: 'mail', subjectId: id, label: kind, ...owner, before: { email, attempts } };
}

function entryOf(job: AdminJob) {
  return { subject: 'job', subjectId: job.id, label: nameOf(job) };
}

function nameOf({ name, key }: AdminJob): string {
  return `${name} ${key ?? ''}`.trim();
}

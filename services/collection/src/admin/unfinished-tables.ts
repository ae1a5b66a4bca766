import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import { time } from '@kitroom/server/pages/table';
import { table } from '@kitroom/server/pages/table';
import { ADMIN_ROOT } from '../paths.ts';
import type { AdminMail } from './admin-mail-queries.ts';
import type { FailedPhoto } from './admin-photo-queries.ts';
import { PHOTOS_PATH } from './photo-gallery.ts';

export function mailTable(rows: readonly AdminMail[], csrf: Html): Html {
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

export function photoTable(rows: readonly FailedPhoto[], csrf: Html): Html {
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

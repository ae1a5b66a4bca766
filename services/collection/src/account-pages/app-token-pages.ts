import type * as z from 'zod';
import { createAppToken, deleteAppToken, type createdAppToken } from '@kitroom/collection-client';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { table, time } from '@kitroom/server/pages/table';
import { listAppTokens, type AppTokenRow } from '../accounts/tokens/app-token-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT } from '../paths.ts';
import type { AccountPages, AccountRequest } from './account-endpoints.ts';

const TOKENS = `${ACCOUNTS_ROOT}/tokens`;

const SCOPES = { read: 'Read only', write: 'Read and change' } as const;

const LABELS = {
  name: { label: 'Name of the app' },
  scope: {
    label: 'What it may do',
    type: 'choice',
    choices: Object.entries(SCOPES).map(([value, label]) => ({ value, label })),
  },
  expires_at: {
    label: 'Expires on',
    type: 'date',
    isOptional: true,
    hint: 'At the beginning of that day, UTC. Without a date, it is valid until you delete it.',
  },
} as const;

/** The page of app tokens: the list, and the form for a new one, which links of apps can prefill. */
export function appTokenRoutes(context: Pick<Context, 'db'>, pages: AccountPages): Array<PageRoute<UserRow>> {
  return [
    ...pages.form(createAppToken, {
      path: '/tokens',
      title: 'App tokens',
      labels: LABELS,
      prefilled: ['name', 'scope'],
      before: () =>
        html`<p>
          With an app token, an app uses your collection without your password. It cannot change how you sign
          in. Give each app its own, so that you can end one without the others.
        </p>`,
      problem: 'No token was created',
      submit: 'Create the token',
      after: (request) => listPart(context, request),
      done: tokenPage,
    }),
    pages.button(deleteAppToken, '/tokens/:id/delete', {
      back: '/tokens',
      done: 'The app token is deleted.',
    }),
  ];
}

async function listPart({ db }: Pick<Context, 'db'>, { visitor, csrf }: AccountRequest): Promise<Html> {
  return html`<h2>Your app tokens</h2>
    ${table({
      caption: 'Your app tokens',
      rows: await listAppTokens(db, visitor.id),
      empty: 'You have none.',
      columns: [
        { label: 'App', cell: ({ name }) => name },
        { label: 'May', cell: ({ scope }) => SCOPES[scope] },
        { label: 'Created', cell: (row) => time(row.created_at) },
        { label: 'Last used', cell: (row) => (row.last_used_at ? time(row.last_used_at) : 'never') },
        { label: 'Expires', cell: expiry },
        { label: 'Delete', cell: (row) => deleteButton(row, csrf) },
      ],
    })}`;
}

function expiry({ expires_at: expiresAt }: AppTokenRow): Html {
  if (!expiresAt) return html`never`;
  return html`${time(expiresAt)}${expiresAt <= new Date() && html` <span class="tag bad">expired</span>`}`;
}

function deleteButton({ id, name }: AppTokenRow, csrf: Html): Html {
  return buttonForm({
    action: `${TOKENS}/${id}/delete`,
    csrf,
    label: 'Delete',
    describes: name,
    tone: 'danger',
  });
}

function tokenPage({ name, token }: z.input<typeof createdAppToken>): Page {
  return {
    title: 'Your new app token',
    body: html`
      <p class="notice">Copy this token into ${name} now: it is not shown again.</p>
      <p><code>${token}</code></p>
      <p>Anyone who has it can use your collection, so keep it secret.</p>
      <p><a class="button primary" href="${TOKENS}">I have copied it</a></p>
    `,
  };
}

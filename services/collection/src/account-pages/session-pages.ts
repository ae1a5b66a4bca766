import { deleteToken, endOtherSessions, endSession } from '@kitroom/collection-client';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { definitionList, table, time } from '@kitroom/server/pages/table';
import { describeBrowser } from '@kitroom/shared';
import { mayUsePassword } from '../accounts/passwords/password-rules.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import { listSessions, type OwnSessionRow } from '../accounts/sessions/session-queries.ts';
import { findTokenDates } from '../accounts/tokens/token-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT } from '../paths.ts';
import type { AccountPages, AccountRequest } from './account-endpoints.ts';

const SESSIONS = `${ACCOUNTS_ROOT}/sessions`;

type PageContext = Pick<Context, 'config' | 'db'>;

/** The page of the sessions and the API token. */
export function sessionRoutes(context: PageContext, pages: AccountPages): Array<PageRoute<UserRow>> {
  const path = '/sessions';
  return [
    { method: 'GET', path, handle: (request) => sessionsPage(context, request) },
    pages.button(endOtherSessions, `${path}/end-others`, {
      back: path,
      done: 'All other browsers are signed out.',
    }),
    pages.button(deleteToken, `${path}/delete-token`, {
      back: path,
      done: 'The API token is deleted.',
    }),
    pages.button(endSession, `${path}/:id/end`, { back: path, done: 'That browser is signed out.' }),
  ];
}

async function sessionsPage({ config, db }: PageContext, request: AccountRequest): Promise<Page> {
  const { visitor, csrf } = request;
  const sessions = await listSessions(db, visitor.id, getSession(request).sid);
  const action = `${SESSIONS}/end-others`;
  return {
    title: 'Sessions and API token',
    body: html`
      <p>
        The browsers in which you are signed in. A session ends after 14 days without use, and at the latest
        after 90 days. Times are UTC.
      </p>
      ${table({
        caption: 'Your sessions',
        rows: sessions,
        empty: 'No sessions.',
        columns: [
          { label: 'Browser', cell: (row) => describeBrowser(row.user_agent) },
          { label: 'Address', cell: ({ address }) => address ?? '–' },
          { label: 'Signed in', cell: (row) => time(row.created_at) },
          { label: 'Last used', cell: (row) => time(row.last_used_at) },
          { label: 'Sign out', cell: (row) => endButton(row, csrf) },
        ],
      })}
      ${
        sessions.length > 1 &&
        html`<p>${buttonForm({ action, csrf, label: 'Sign out all other browsers', tone: 'danger' })}</p>`
      }
      <h2>API token</h2>
      ${await tokenPart({ config, db }, request)}
    `,
  };
}

/** The button to end a session. The current one is ended with the sign-out button at the top of each page. */
function endButton({ id, user_agent: userAgent, is_current: isCurrent }: OwnSessionRow, csrf: Html): Html {
  if (isCurrent) return html`<strong>This browser</strong>`;
  const describes = describeBrowser(userAgent);
  return buttonForm({ action: `${SESSIONS}/${id}/end`, csrf, label: 'Sign out', describes, tone: 'plain' });
}

const OBTAINED_BY_PASSWORD = 'Programs can obtain one with your password.';

async function tokenPart({ config, db }: PageContext, { visitor, csrf }: AccountRequest): Promise<Html> {
  const token = await findTokenDates(db, visitor.id);
  if (!token)
    return html`<p>
      You have none. ${mayUsePassword(config.PASSWORD_SIGN_IN, visitor) && OBTAINED_BY_PASSWORD}
      <a href="${ACCOUNTS_ROOT}/tokens">An app token</a> needs no password.
    </p>`;
  const action = `${SESSIONS}/delete-token`;
  return html`<p>Programs use it for items, photos and lists. It cannot change how you sign in.</p>
    ${definitionList([
      ['Created', time(token.created_at)],
      ['Last used', token.last_used_at ? time(token.last_used_at) : 'never'],
    ])}
    <p>${buttonForm({ action, csrf, label: 'Delete the token', tone: 'danger' })}</p>`;
}

import { deleteToken, endOtherSessions as endOthersContract, endSession } from '@kitroom/collection-client';
import { notFound } from '@kitroom/server/http/errors';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/table';
import { facts, table } from '@kitroom/server/pages/table';
import { endOtherSessions, endOwnSession } from '../accounts/sign-in/end-own-sessions.ts';
import type { Context } from '../context.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import { listSessions, type OwnSessionRow } from '../accounts/sessions/session-queries.ts';
import { deleteOwnToken } from '../accounts/tokens/delete-own-token.ts';
import { findTokenDates } from '../accounts/tokens/token-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { describeBrowser } from './describe-browser.ts';
import { requireAccess } from './require-access.ts';

type SessionsRequest = PageRequest<UserRow>;

const SESSIONS = `${ACCOUNTS_ROOT}/sessions`;

/** The page of the sessions and the API token. */
export function sessionRoutes(context: Context): Array<PageRoute<UserRow>> {
  const { db } = context;
  const end: PageRoute<UserRow> = {
    method: 'POST',
    path: '/sessions/:id/end',
    async answer({ visitor, params }) {
      const { data } = endSession.params.safeParse(params);
      if (!data) throw notFound('Not found.');
      await endOwnSession(db, visitor.id, data.id);
      return { to: SESSIONS, flash: { kind: 'done', text: 'That browser is signed out.' } };
    },
  };
  const endOthers: PageRoute<UserRow> = {
    method: 'POST',
    path: '/sessions/end-others',
    async answer(request) {
      await endOtherSessions(db, request.visitor.id, getSession(request).sid);
      return { to: SESSIONS, flash: { kind: 'done', text: 'All other browsers are signed out.' } };
    },
  };
  const removeToken: PageRoute<UserRow> = {
    method: 'POST',
    path: '/sessions/delete-token',
    async answer({ visitor }) {
      await deleteOwnToken(db, visitor.id);
      return { to: SESSIONS, flash: { kind: 'done', text: 'The API token is deleted.' } };
    },
  };
  return [
    { method: 'GET', path: '/sessions', answer: (request) => sessionsPage(context, request) },
    requireAccess(context, endOthersContract.access, endOthers, '/sessions'),
    requireAccess(context, deleteToken.access, removeToken, '/sessions'),
    requireAccess(context, endSession.access, end, '/sessions'),
  ];
}

async function sessionsPage({ db }: Context, request: SessionsRequest): Promise<Page> {
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
        empty: 'There are none.',
        columns: [
          { label: 'Browser', cell: (row) => browserCell(row) },
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
      ${await tokenPart({ db }, request)}
    `,
  };
}

function browserCell({ user_agent: userAgent, is_current: isCurrent }: OwnSessionRow): Html {
  return html`<span title="${userAgent ?? ''}">${describeBrowser(userAgent)}</span>
    ${isCurrent && html`<br /><strong>This browser</strong>`}`;
}

/** The current browser has a sign-out button at the head of each page. */
function endButton({ id, user_agent: userAgent, is_current: isCurrent }: OwnSessionRow, csrf: Html): Html {
  if (isCurrent) return html`–`;
  const describes = describeBrowser(userAgent);
  return buttonForm({ action: `${SESSIONS}/${id}/end`, csrf, label: 'Sign out', describes, tone: 'plain' });
}

async function tokenPart(
  { db }: Pick<Context, 'db'>,
  { visitor, csrf }: Pick<SessionsRequest, 'visitor' | 'csrf'>,
): Promise<Html> {
  const token = await findTokenDates(db, visitor.id);
  if (!token) return html`<p>You have none. Programs can obtain one with your password.</p>`;
  const action = `${SESSIONS}/delete-token`;
  return html`<p>Programs use it for items, photos and lists. It cannot change how you sign in.</p>
    ${facts([
      ['Made', time(token.created_at)],
      ['Last used', token.last_used_at ? time(token.last_used_at) : 'never'],
    ])}
    <p>${buttonForm({ action, csrf, label: 'Delete the token', tone: 'danger' })}</p>`;
}

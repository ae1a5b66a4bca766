import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { facts, linkList } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Config } from '../config.ts';
import { SCHEMA_PATH } from '../openapi.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { ACCOUNT_SECTIONS, homeOf } from './account-frame.ts';
import type { AccountRequest } from './account-endpoints.ts';

/** Where pages that used to be here are in the showcase. */
const MOVED: Readonly<Record<string, string>> = {
  '/': '/account',
  '/profile': '/profile',
  '/profile/avatar': '/profile',
  '/data': '/collection/export',
};

/**
 * The start page, and the addresses of former pages. With a showcase they redirect to its screens; otherwise to the
 * start page, which says what there is.
 */
export function startRoutes(config: Pick<Config, 'SHOWCASE_URL'>): Array<PageRoute<UserRow>> {
  const { SHOWCASE_URL: showcase } = config;
  return Object.entries(MOVED).map(([path, screen]): PageRoute<UserRow> => {
    const route = { method: 'GET', path } as const;
    if (showcase !== undefined)
      return { ...route, isOpen: true, handle: () => ({ to: `${showcase}${screen}` }) };
    return { ...route, handle: path === '/' ? startPage : () => ({ to: homeOf(config) }) };
  });
}

function startPage({ visitor: { username, email, is_staff: isStaff } }: AccountRequest): Page {
  return {
    title: 'Your account',
    body: html`${facts([
        ['Username', username],
        ['E-mail address', email],
      ])}
      ${linkList({ ...ACCOUNT_SECTIONS, ...(isStaff && { [`${ADMIN_ROOT}/`]: 'Administration' }) })}
      <p>
        These pages are for your account alone. Your profile and your collection are edited in front ends of
        <a href="${SCHEMA_PATH}">the API</a>, from which you can also download
        <a href="/api/accounts/export/">everything about you</a>, or your items as
        <a href="/api/collections/me/items.csv?bom=true">CSV</a> or
        <a href="/api/collections/me/items.ndjson">NDJSON</a>.
      </p>`,
  };
}

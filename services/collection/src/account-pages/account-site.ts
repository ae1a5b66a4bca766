import type { RequestHandler, Router } from 'express';
import type { Endpoint } from '@kitroom/server/http/endpoint';
import { html } from '@kitroom/server/pages/html';
import type { Frame, Page } from '@kitroom/server/pages/layout';
import { createPageRouter, type PageRoute } from '@kitroom/server/pages/page-router';
import { definitionList, linkList } from '@kitroom/server/pages/table';
import { identifyBrowser } from '../accounts/access/identify.ts';
import { translateUserDeleted } from '../accounts/access/user-deleted.ts';
import { findSignedIn } from '../accounts/sessions/caller.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { SCHEMA_PATH } from '../openapi.ts';
import { ACCOUNTS_ROOT, ADMIN_ROOT, homeOf } from '../paths.ts';
import { describeUsage } from '../user-limits/admit.ts';
import { findUsage } from '../user-limits/usage-queries.ts';
import { openAccountPages, type AccountRequest } from './account-endpoints.ts';
import { appTokenRoutes } from './app-token-pages.ts';
import { confirmRoutes } from './confirm-pages.ts';
import { credentialRoutes } from './credential-pages.ts';
import { secondFactorRoutes } from './second-factor-pages.ts';
import { sessionRoutes } from './session-pages.ts';
import { signInRoutes } from './sign-in-pages.ts';
import { signUpRoutes } from './sign-up-pages.ts';
import { socialRoutes } from './social-pages.ts';

/** The parts that pages share with the API. */
export interface PageParts {
  /** Load the browser's session. */
  sessions: readonly RequestHandler[];
  /** Apply rate limits. */
  limits: readonly RequestHandler[];
  endpoints: readonly Endpoint[];
}

/** The account pages, `/accounts/…`; undefined if disabled. */
export function createAccountPages(context: Context, parts: PageParts): Router | undefined {
  const { config } = context;
  if (!config.ACCOUNT_PAGES) return undefined;
  return createPageRouter<UserRow>({
    root: ACCOUNTS_ROOT,
    frame: accountFrame(config),
    publicUrl: config.PUBLIC_URL,
    debug: config.DEBUG,
    translateError: translateUserDeleted(context),
    session: [...parts.sessions, identifyBrowser(context), ...parts.limits],
    findVisitor: (_request, response) => findSignedIn(response),
    nameVisitor: ({ username }) => username,
    signInPath: `${ACCOUNTS_ROOT}/login`,
    signOutPath: `${ACCOUNTS_ROOT}/logout`,
    redirectOrigins: config.SHOWCASE_URL === undefined ? [] : [new URL(config.SHOWCASE_URL).origin],
    routes: accountRoutes(context, parts.endpoints),
  });
}

/** All pages. The first one that matches a request is used. */
function accountRoutes(context: Context, endpoints: readonly Endpoint[]): Array<PageRoute<UserRow>> {
  const pages = openAccountPages(context, endpoints);
  const { config } = context;
  const site = { root: ACCOUNTS_ROOT, home: homeOf(config), showcase: config.SHOWCASE_URL, hasSignUp: true };
  return [
    ...startRoutes(context),
    ...signInRoutes(context, site, pages),
    ...confirmRoutes(context, site, pages),
    ...signUpRoutes(context, pages),
    ...credentialRoutes(context, pages),
    ...secondFactorRoutes(context, pages),
    ...socialRoutes(context, pages),
    ...sessionRoutes(context, pages),
    ...appTokenRoutes(context, pages),
  ];
}

/** The labels of an account's pages, by path. */
const ACCOUNT_SECTIONS: Readonly<Record<string, string>> = {
  [`${ACCOUNTS_ROOT}/email`]: 'E-mail address',
  [`${ACCOUNTS_ROOT}/password/change`]: 'Password',
  [`${ACCOUNTS_ROOT}/mfa`]: 'Multi-factor sign-in',
  [`${ACCOUNTS_ROOT}/social`]: 'Sign-in providers',
  [`${ACCOUNTS_ROOT}/sessions`]: 'Sessions and API token',
  [`${ACCOUNTS_ROOT}/tokens`]: 'App tokens',
  [`${ACCOUNTS_ROOT}/delete`]: 'Delete your account',
};

/** The layout of the account pages. */
function accountFrame(config: Pick<Config, 'SHOWCASE_URL'>): Frame {
  const home = homeOf(config);
  const start = { href: home, label: config.SHOWCASE_URL === undefined ? 'Overview' : 'Back to Kitroom' };
  const sections = Object.entries(ACCOUNT_SECTIONS).map(([href, label]) => ({ href, label }));
  return { name: 'Kitroom', home, navigation: [{ label: 'Your account', items: [start, ...sections] }] };
}

/** The showcase's screens that replace former pages, by the paths of these. */
const MOVED: Readonly<Record<string, string>> = {
  '/': '/account',
  '/profile': '/profile',
  '/profile/avatar': '/profile',
  '/data': '/collection/export',
};

/**
 * The start page and the redirects of former pages: to the showcase's screens if there is one, otherwise to
 * the start page.
 */
function startRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Array<PageRoute<UserRow>> {
  const { SHOWCASE_URL: showcase } = config;
  const start = async ({ visitor }: AccountRequest) =>
    startPage(visitor, describeUsage(config, await findUsage(db, visitor.id)));
  return Object.entries(MOVED).map(([path, screen]): PageRoute<UserRow> => {
    const route = { method: 'GET', path } as const;
    if (showcase !== undefined)
      return { ...route, isOpen: true, handle: () => ({ to: `${showcase}${screen}` }) };
    return { ...route, handle: path === '/' ? start : () => ({ to: homeOf(config) }) };
  });
}

function startPage({ username, email, is_staff: isStaff }: UserRow, usage: Array<[string, string]>): Page {
  return {
    title: 'Your account',
    body: html`${definitionList([['Username', username], ['E-mail address', email], ...usage])}
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

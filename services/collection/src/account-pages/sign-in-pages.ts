import {
  finishLogin,
  logout,
  SOCIAL_ERROR_PARAMETER,
  SOCIAL_ERRORS,
  type SocialErrorCode,
} from '@kitroom/collection-client';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { isCodeRequired } from '../accounts/passwords/verify-credentials.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import { findCaller } from '../accounts/sessions/caller.ts';
import { findPendingSignIn } from '../accounts/sign-in/finish-login.ts';
import { loginEndpoint } from '../accounts/sign-in/session-routes.ts';
import { isSignUpOpen } from '../accounts/sign-up/sign-up-rules.ts';
import type { SocialProvider, SocialProviders } from '../accounts/social/providers.ts';
import { toOwnPage } from '../accounts/social/return-address.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT, ADMIN_ROOT } from '../paths.ts';
import { type AccountPages, type AccountRequest } from './account-endpoints.ts';

/** The site that sign-in pages belong to: the account pages, or the admin pages. */
export interface SignInSite {
  /** The site's root path. */
  root: string;
  /** The default destination. */
  home: string;
  /** The showcase, which may also be the destination. */
  showcase?: string | undefined;
  /** Whether there are pages to sign up, and to reset a password. */
  hasSignUp: boolean;
  /** Whether a user may use the site; by default, everyone may. */
  isWelcome?: (user: UserRow) => boolean;
}

/** The links below the sign-in form. A page without a form does not show them. */
const signUpLinks = (config: Context['config']) => ({
  ...(isSignUpOpen(config) && { [`${ACCOUNTS_ROOT}/signup`]: 'Create an account' }),
  [`${ACCOUNTS_ROOT}/password/reset`]: 'Forgotten your password?',
  [`${ACCOUNTS_ROOT}/verify-email/resend`]: 'No mail to verify your address?',
});
const NOT_SIGNED_IN = 'You are not signed in';

/** The destination of a sign-in or confirmation. */
export function nextOf({ home, showcase }: SignInSite, { query }: Pick<AccountRequest, 'query'>): string {
  return toOwnPage(query['next'], home, showcase);
}

/** The pages to sign in, with a code if required, and to sign out. */
export function signInRoutes(
  context: Context,
  site: SignInSite,
  pages: AccountPages,
): Array<PageRoute<UserRow>> {
  const { root } = site;
  const { config, social } = context;
  const toReturn = (request: AccountRequest) =>
    `${root}/login?next=${encodeURIComponent(nextOf(site, request))}`;
  const listProviders = (request: AccountRequest) =>
    providerLinks(social.values(), { label: 'Sign in with', next: toReturn(request) });
  const isForAdmin = ({ url }: { url: string }) => {
    const next = new URL(url).searchParams.get('next') ?? '';
    return nextOf(site, { query: { next } }).startsWith(ADMIN_ROOT);
  };
  const toCode = (request: AccountRequest) => ({
    to: `${root}/login/code?next=${encodeURIComponent(nextOf(site, request))}`,
  });
  return [
    ...pages.form(loginEndpoint(context, { isForAdmin }), {
      path: '/login',
      title: 'Sign in',
      fields: ['username', 'password'],
      submit: 'Sign in',
      problem: NOT_SIGNED_IN,
      async instead(request) {
        const caller = findCaller(request);
        if (caller && (site.isWelcome?.(caller) ?? true)) return { to: nextOf(site, request) };
        if (request.query[SOCIAL_ERROR_PARAMETER] === 'mfa_required') return toCode(request);
        const automatic = await findAutomaticProvider(context, request);
        if (automatic) return { to: toProvider(automatic.id, toReturn(request)) };
        if (config.PASSWORD_SIGN_IN !== 'off') return undefined;
        const body = html`${showNotices(request)}
          <p>Passwords are not used here: sign in as shown below.</p>
          ${listProviders(request)}`;
        return { title: 'Sign in', body };
      },
      before: (request) =>
        html`${showNotices(request)} ${config.PASSWORD_SIGN_IN === 'staff' && describeStaffSignIn(social)}`,
      after: listProviders,
      ...(site.hasSignUp && { links: signUpLinks(config) }),
      caught: (error, request) => (isCodeRequired(error) ? toCode(request) : undefined),
      done: (_session, request) => ({ to: nextOf(site, request) }),
    }),
    ...pages.form(finishLogin, {
      path: '/login/code',
      title: 'Enter your code',
      submit: 'Sign in',
      problem: NOT_SIGNED_IN,
      instead: (request) =>
        findPendingSignIn(getSession(request)) || request.request.method === 'POST'
          ? undefined
          : { to: `${root}/login` },
      cancel: () => `${root}/login`,
      done: (_session, request) => ({ to: nextOf(site, request) }),
    }),
    pages.button(logout, '/logout', { back: '/login', leadsTo: '/login?ended=1' }),
  ];
}

/** Notices by the query parameter that shows them. */
const NOTICES: Readonly<Record<string, string>> = {
  unsaved: 'You were signed out, and what you sent was not saved.',
  ended: 'You are signed out.',
  deleted: 'Your account is deleted, with all its data.',
};

/**
 * The provider that a visitor is redirected to immediately. Undefined if the page has a message or the
 * visitor wants to stay, and while the provider is unavailable.
 */
async function findAutomaticProvider(
  { config, social }: Pick<Context, 'config' | 'social'>,
  request: AccountRequest,
): Promise<SocialProvider | undefined> {
  const { query, request: raw } = request;
  const provider = social.get(config.OIDC_AUTO_REDIRECT ?? '');
  const showsPage = ['local', SOCIAL_ERROR_PARAMETER, ...Object.keys(NOTICES)].some((name) => name in query);
  if (!provider || showsPage || raw.method !== 'GET' || raw.session.flash || findCaller(request))
    return undefined;
  // If the provider is unavailable, the page offers the other ways to sign in.
  return provider.connect().then(
    () => provider,
    () => undefined,
  );
}

function showNotices(request: AccountRequest): Html {
  const caller = findCaller(request);
  const texts = Object.entries(NOTICES).flatMap(([name, text]) => (request.query[name] ? [text] : []));
  if (caller) texts.push(`You are signed in as ${caller.username}. You do not have access to these pages.`);
  return html`${texts.map((text) => html`<p class="notice">${text}</p>`)} ${socialFailure(request)}`;
}

function describeStaffSignIn({ size }: SocialProviders): Html {
  const otherUsers = size > 0 ? 'everybody else signs in as shown below the form' : 'nobody else can sign in';
  return html`<p>Only staff sign in with a password: ${otherUsers}.</p>`;
}

/** The URL that starts a social sign-in, which returns to a page of this site. */
export function toProvider(provider: string, next: string): string {
  return `/api/accounts/social/${encodeURIComponent(provider)}/login/?next=${encodeURIComponent(next)}`;
}

/** Shows why a social sign-in failed, if it did. */
export function socialFailure({ query }: Pick<AccountRequest, 'query'>): Html | undefined {
  const code = query[SOCIAL_ERROR_PARAMETER];
  if (code === undefined) return undefined;
  const text = Object.hasOwn(SOCIAL_ERRORS, code)
    ? SOCIAL_ERRORS[code as SocialErrorCode]
    : SOCIAL_ERRORS.provider_error;
  return html`<div class="errors" role="alert"><p>${text}</p></div>`;
}

/** Buttons that sign in with providers, and return to a page of this site. */
export function providerLinks(
  providers: Iterable<{ id: string; name: string }>,
  { label, next }: { label: string; next: string },
): Html {
  return html`<div class="ways">
    ${[...providers].map(
      ({ id, name }) => html`<a class="button" href="${toProvider(id, next)}">${label} ${name}</a>`,
    )}
  </div>`;
}

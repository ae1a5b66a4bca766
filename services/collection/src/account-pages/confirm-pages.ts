import { CONFIRMATION_MINUTES, confirmSession, SOCIAL_ERROR_PARAMETER } from '@kitroom/collection-client';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { linkList } from '@kitroom/server/pages/table';
import { mayAccess } from '../accounts/access/check-access.ts';
import { mayUsePassword } from '../accounts/passwords/password-rules.ts';
import { hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { listIdentities } from '../accounts/social/identity-queries.ts';
import type { SocialProvider } from '../accounts/social/providers.ts';
import { findAccount } from '../accounts/users/account-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { toConfirmation, type AccountPages, type AccountRequest } from './account-endpoints.ts';
import { nextOf, providerLinks, socialFailure, type SignInSite } from './sign-in-pages.ts';

/** The reauthentication page, which then redirects to the page that was requested before. */
export function confirmRoutes(
  context: Pick<Context, 'config' | 'db' | 'social'>,
  site: SignInSite,
  pages: AccountPages,
): Array<PageRoute<UserRow>> {
  const { config, db, social } = context;
  return pages.form(confirmSession, {
    path: '/confirm',
    title: 'Confirm that it is you',
    submit: 'Confirm',
    problem: 'It is not confirmed',
    cancel: () => site.home,
    fields: async ({ visitor }) =>
      (await hasSecondFactor(db, visitor.id)) ? ['password', 'code'] : ['password'],
    async instead(request) {
      const redirect = request.request.method === 'GET' ? await findRedirect(db, site, request) : undefined;
      if (redirect) return redirect;
      const { visitor } = request;
      const providers = await listLinkedProviders({ db, social }, visitor.id);
      const usesProviders = !mayUsePassword(config.PASSWORD_SIGN_IN, visitor) && providers.length > 0;
      if (!usesProviders && (await findAccount(db, visitor.id))?.has_password) return undefined;
      const body = html`${introduction(request)} ${showProviders(providers, site, request)}`;
      return { title: 'Confirm that it is you', body };
    },
    before: introduction,
    done: (_confirmed, request) => ({ to: nextOf(site, request) }),
  });
}

/**
 * Skips the form after a provider has redirected back: the session is then confirmed, or a code is required.
 */
async function findRedirect(
  db: Context['db'],
  site: SignInSite,
  request: AccountRequest,
): Promise<Redirect | undefined> {
  const next = nextOf(site, request);
  if (request.query[SOCIAL_ERROR_PARAMETER] === 'mfa_required') {
    return { to: `${request.request.baseUrl}/login/code?next=${encodeURIComponent(next)}` };
  }
  const isConfirmed = await mayAccess({ db }, 'fresh-session-with-code', request);
  return isConfirmed ? { to: next } : undefined;
}

function introduction(request: AccountRequest): Html {
  return html`${socialFailure(request)}
    <p>
      You are about to change how your account is opened. Confirm that it is you to continue; you are not
      asked again for ${CONFIRMATION_MINUTES} minutes.
    </p>`;
}

/** The providers that a user can sign in with. */
async function listLinkedProviders(
  { db, social }: Pick<Context, 'db' | 'social'>,
  userId: number,
): Promise<SocialProvider[]> {
  const linked = await listIdentities(db, userId);
  return linked.flatMap(({ provider, issuer }) => {
    const candidate = social.get(provider);
    return candidate?.issuer === issuer ? [candidate] : [];
  });
}

/** Shows users without a usable password the providers to sign in with again. */
function showProviders(
  providers: readonly SocialProvider[],
  site: SignInSite,
  request: AccountRequest,
): Html {
  if (providers.length === 0) {
    return html`<p>Your account has no password. Request a mail to set one, then sign in with it.</p>
      ${site.hasSignUp && linkList({ [`${site.root}/password/reset`]: 'Request a mail' })}`;
  }
  const next = toConfirmation(request, nextOf(site, request));
  return providerLinks(providers, { label: 'Sign in again with', next });
}

import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import type { Context } from '../../context.ts';
import { invalidAsWhole } from '../../invalid-input.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import { mayUsePassword } from '../passwords/password-rules.ts';
import { getSession } from '../sessions/browser-session.ts';
import { findCaller, findSessionOfCaller, getCaller } from '../sessions/caller.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { deleteIdentities, listIdentities, lockPassword } from './identity-queries.ts';
import { beginSignIn, readIdentity } from './provider-sign-in.ts';
import { SocialRefusal, type SocialProvider, type SocialProviders } from './providers.ts';
import { readNext, redirect, redirectWithError, REJECTIONS, toError } from './return-address.ts';
import { consumeFlow, rememberFlow } from './social-flow.ts';

/** `/api/accounts/social/…` */
export function socialRoutes({ config, db, social }: Pick<Context, 'config' | 'db' | 'social'>): Endpoint[] {
  const site = ({ baseUrl }: RequestContext) => ({ baseUrl, origins: config.CORS_ORIGINS });

  function getProvider(id: string): SocialProvider {
    const provider = social.get(id);
    if (!provider) throw notFound('There is no such sign-in provider.');
    return provider;
  }

  return [
    endpoint(contracts.listSocialProviders, async (_input, request) => {
      const caller = findCaller(request);
      const linked = caller ? await listIdentities(db, caller.id) : [];
      return [...social.values()].map(({ id, name, issuer }) => ({
        provider: id,
        name,
        login_url: toAddress(request, id, 'login'),
        auto_redirect: id === config.OIDC_AUTO_REDIRECT,
        linked: linked.some((identity) => identity.provider === id && identity.issuer === issuer),
      }));
    }),
    endpoint(contracts.startSocialLogin, async ({ params, query }, request) => {
      const provider = getProvider(params.provider);
      const next = readNext(query.next, site(request));
      const redirectUri = toAddress(request, provider.id, 'callback');
      const started = await reportRefusal(request, provider, undefined, () =>
        beginSignIn(provider, redirectUri),
      );
      if (started instanceof Reply) return started;
      const userId = findSessionOfCaller(request)?.data.userId;
      await rememberFlow(getSession(request), { provider: provider.id, ...started.secrets, next, userId });
      return redirect(started.address);
    }),
    endpoint(contracts.finishSocialLogin, async ({ params, query }, request) => {
      const provider = getProvider(params.provider);
      const session = getSession(request);
      const flow = consumeFlow(session, query.state);
      if (flow?.provider !== provider.id) throw toError('invalid_state');
      const callback = new URL(toAddress(request, provider.id, 'callback'));
      callback.search = new URL(request.url).search;
      const callerId = findSessionOfCaller(request)?.data.userId;
      const refused = await reportRefusal(request, provider, flow.next, async () => {
        const identity = await readIdentity(provider, callback, flow);
        await completeSignIn({ db, config }, { provider, session, flow, callerId }, identity);
      });
      // Without `next`, redirects to the endpoint that shows who is signed in.
      return refused ?? redirect(flow.next ?? `${request.baseUrl}/api/accounts/session/`);
    }),
    endpoint(contracts.unlinkSocialProvider, ({ params: { provider } }, request) => {
      const user = getCaller(request);
      const mayUse = mayUsePassword(config.PASSWORD_SIGN_IN, user);
      return unlinkProvider(db, social, { userId: user.id, provider, mayUsePassword: mayUse });
    }),
  ];
}

function toAddress({ baseUrl }: RequestContext, provider: string, step: 'login' | 'callback'): string {
  return `${baseUrl}/api/accounts/social/${provider}/${step}/`;
}

/** Runs a step of a sign-in. A refusal is logged without secrets, and reported to the browser. */
async function reportRefusal<T>(
  { log }: RequestContext,
  { id: provider }: SocialProvider,
  next: string | undefined,
  run: () => Promise<T>,
): Promise<T | Reply> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SocialRefusal)) throw error;
    const { code, cause } = error;
    const reason = cause instanceof Error ? cause.message : undefined;
    if (reason !== undefined) log.warn({ provider, code, reason }, 'social sign-in failed');
    // A rejected user does not return to the front end, which would only start the sign-in again.
    if (REJECTIONS.has(code)) throw toError(code, error);
    return redirectWithError(next, { code, provider });
  }
}

/**
 * Unlinks a provider from a user. Throws a 404 if it is not linked, and a 400 if it is the only way to sign
 * in.
 */
function unlinkProvider(
  db: Database,
  providers: SocialProviders,
  { userId, provider, ...options }: { userId: number; provider: string; mayUsePassword: boolean },
): Promise<void> {
  return db.transaction(async (transaction) => {
    // Serializes concurrent unlinking of two providers.
    const hasPassword = (await lockPassword(transaction, userId)) && options.mayUsePassword;
    const linked = await listIdentities(transaction, userId);
    if (!linked.some((identity) => identity.provider === provider))
      throw notFound('The provider is not linked.');
    const hasOther = linked.some(
      (identity) =>
        identity.provider !== provider && providers.get(identity.provider)?.issuer === identity.issuer,
    );
    if (!hasPassword && !hasOther) {
      const advice = options.mayUsePassword ? 'set a password first' : 'link another provider first';
      throw invalidAsWhole(`This is the only way to sign in: ${advice}.`);
    }
    await deleteIdentities(transaction, userId, provider);
    await notifyOwner(transaction, userId, 'unlink-notice');
  });
}

import {
  finishLogin as finishLoginContract,
  login,
  SOCIAL_ERROR_PARAMETER,
  SOCIAL_ERRORS,
  type SocialErrorCode,
} from '@kitroom/collection-client';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT } from '../paths.ts';
import { findCaller } from '../accounts/sessions/caller.ts';
import { isCodeRequired, signIn } from '../accounts/passwords/verify-credentials.ts';
import type { Context } from '../context.ts';
import { finishLogin } from '../accounts/sign-in/finish-login.ts';
import { findPendingSignIn, setPendingSignIn } from '../accounts/second-factor/pending-sign-in.ts';
import { requireSecondFactor } from '../accounts/second-factor/require-second-factor.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import { linkPendingIdentity } from '../accounts/social/pending-identity.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { endPageSession } from './end-page-session.ts';
import { toOwnPage } from './own-page.ts';
import { explainRefusedCode } from './explain-wrong-code.ts';
import { answerForm, readForm } from './read-form.ts';

/** Where the sign-in pages are, and where they lead. */
export interface SignInSite {
  /** The site's root path. */
  root: string;
  /** The default destination. */
  home: string;
  /** Whether there are pages to sign up, and to reset a password. */
  hasSignUp: boolean;
  /** Who may use the site; default: everyone. */
  isWelcome?: (user: UserRow) => boolean;
}

const NOT_SIGNED_IN = 'You are not signed in';

type SignInRequest = PageRequest<UserRow>;

const FIELDS: readonly Field[] = [
  { name: 'username', label: 'Username or e-mail address', autocomplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
];

/** For the code of an enabled second factor. */
export const CODE_FIELD: Field = {
  name: 'code',
  label: 'Code',
  hint: 'The six digits that your authenticator app shows, or one of your recovery codes.',
  autocomplete: 'one-time-code',
};

/** The pages to sign in, with a code if required, and to sign out. */
export function signInRoutes(context: Context, site: SignInSite): Array<PageRoute<UserRow>> {
  const { root, home } = site;
  const nextOf = ({ query, form: sent }: SignInRequest) => toOwnPage(sent['next'] ?? query['next'], home);
  const toCode = (request: SignInRequest) => ({
    to: `${root}/login/code?next=${encodeURIComponent(nextOf(request))}`,
  });

  async function enter(request: SignInRequest): Promise<Redirect> {
    const { username, password } = await readForm(login, { ...request.form, code: undefined });
    const session = getSession(request);
    let found: UserRow | undefined;
    try {
      const { address, log } = request;
      const isForAdmin = nextOf(request).startsWith(ADMIN_ROOT);
      const attempt = { username, password, address, log, isForAdmin };
      const user = await signIn(context.credentials, attempt, async (each) => {
        found = each;
        await requireSecondFactor(context, each, undefined);
      });
      await linkPendingIdentity(context.db, session, user.id);
      await session.signIn(user.id, { epoch: user.session_epoch });
      return { to: nextOf(request) };
    } catch (error) {
      if (!found || !isCodeRequired(error)) throw error;
      setPendingSignIn(session, found);
      return toCode(request);
    }
  }

  return [
    {
      method: 'GET',
      path: '/login',
      isOpen: true,
      answer(request) {
        const failure = request.query[SOCIAL_ERROR_PARAMETER];
        const caller = findCaller(request);
        if (caller && (site.isWelcome?.(caller) ?? true)) return { to: nextOf(request) };
        return failure === 'mfa_required' ? toCode(request) : signInPage(context, site, request);
      },
    },
    {
      method: 'POST',
      path: '/login',
      isOpen: true,
      answer: (request) =>
        answerForm(
          FIELDS,
          () => enter(request),
          (errors) => signInPage(context, site, request, errors),
        ),
    },
    {
      method: 'GET',
      path: '/login/code',
      isOpen: true,
      answer: (request) =>
        findPendingSignIn(getSession(request)) ? codePage(site, request) : { to: `${root}/login` },
    },
    {
      method: 'POST',
      path: '/login/code',
      isOpen: true,
      answer: (request) =>
        answerForm(
          [CODE_FIELD],
          async () => {
            const { code } = await readForm(finishLoginContract, request.form);
            await finishLogin(context, getSession(request), { code, address: request.address });
            return { to: nextOf(request) };
          },
          (errors) => codePage(site, request, explainRefusedCode(errors)),
        ),
    },
    {
      method: 'POST',
      path: '/logout',
      isOpen: true,
      async answer(request) {
        await endPageSession(context, request);
        return { to: `${root}/login?ended=1` };
      },
    },
  ];
}

/** Notices on arrival, by the name of their query parameter. */
const NOTICES: Readonly<Record<string, string>> = {
  unsaved: 'You were signed out, and what you sent was not saved.',
  ended: 'You are signed out.',
  deleted: 'Your account is deleted, with all its data.',
};

function signInPage(
  { social }: Context,
  { root, home, hasSignUp }: SignInSite,
  request: SignInRequest,
  errors: FormErrors = {},
): Page {
  const { query, form: sent, csrf } = request;
  const unwelcome = findCaller(request);
  const next = toOwnPage(sent['next'] ?? query['next'], home);
  const notices = Object.entries(NOTICES).filter(([name]) => query[name]);
  return {
    title: 'Sign in',
    body: html`
      ${notices.map(([, text]) => html`<p class="notice">${text}</p>`)}
      ${unwelcome && html`<p class="notice">You are signed in as ${unwelcome.username}. You do not have access to these pages.</p>`}
      ${socialFailure(query[SOCIAL_ERROR_PARAMETER])}
      ${form({
        action: `${root}/login`,
        csrf,
        fields: FIELDS,
        values: { username: sent['username'] ?? '' },
        errors,
        problem: NOT_SIGNED_IN,
        hidden: { next },
        submit: 'Sign in',
      })}
      ${
        social.size > 0 &&
        html`<div class="ways">
          ${[...social.values()].map(
            ({ id, name }) =>
              html`<a
                class="button"
                href="${toProvider(id, `${root}/login?next=${encodeURIComponent(next)}`)}"
              >
                Sign in with ${name}
              </a>`,
          )}
        </div>`
      }
      ${hasSignUp && signUpLinks(root)}
    `,
  };
}

/** The URL that starts a social sign-in, which returns to a page of this site. */
export function toProvider(provider: string, next: string): string {
  return `/api/accounts/social/${encodeURIComponent(provider)}/login/?next=${encodeURIComponent(next)}`;
}

/** Why a social sign-in failed. */
export function socialFailure(code: string | undefined): Html | undefined {
  if (code === undefined) return undefined;
  const text = Object.hasOwn(SOCIAL_ERRORS, code)
    ? SOCIAL_ERRORS[code as SocialErrorCode]
    : 'The sign-in provider could not sign you in.';
  return html`<div class="errors" role="alert"><p>${text}</p></div>`;
}

function signUpLinks(root: string): Html {
  return html`<ul class="links">
    <li><a href="${root}/signup">Create an account</a></li>
    <li><a href="${root}/password/reset">Forgotten your password?</a></li>
    <li><a href="${root}/verify-email/resend">No mail to verify your address?</a></li>
  </ul>`;
}

function codePage({ root, home }: SignInSite, request: SignInRequest, errors: FormErrors = {}): Page {
  const { query, form: sent, csrf } = request;
  return {
    title: 'Enter your code',
    body: form({
      action: `${root}/login/code`,
      csrf,
      fields: [CODE_FIELD],
      values: {},
      errors,
      problem: NOT_SIGNED_IN,
      hidden: { next: toOwnPage(sent['next'] ?? query['next'], home) },
      submit: 'Sign in',
      cancel: `${root}/login`,
    }),
  };
}

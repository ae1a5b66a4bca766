import {
  confirmPasswordReset,
  resendVerification,
  resetPassword,
  signup,
  verifyEmail,
} from '@kitroom/collection-client';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { redirectWith } from '@kitroom/server/pages/resource';
import { linkList } from '@kitroom/server/pages/table';
import { findCaller } from '../accounts/sessions/caller.ts';
import { isSignUpOpen } from '../accounts/sign-up/sign-up-rules.ts';
import type { SocialProviders } from '../accounts/social/providers.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT } from '../paths.ts';
import { LABELS, NEW_PASSWORD, type AccountPages } from './account-endpoints.ts';
import { providerLinks } from './sign-in-pages.ts';

const SIGN_IN = `${ACCOUNTS_ROOT}/login`;
const RESEND = `${ACCOUNTS_ROOT}/verify-email/resend`;
const RESET = `${ACCOUNTS_ROOT}/password/reset`;

const NEW_ACCOUNT = {
  username: {
    label: 'Username',
    hint: 'Letters, digits and @ . + - _; everyone sees it.',
    autocomplete: 'username',
  },
  email: { ...LABELS.email, hint: 'We will send you a mail to finish signing up.' },
  password: NEW_PASSWORD,
};

/** The pages for signing up and requesting mails, and those that links in mails lead to. */
export function signUpRoutes(
  { config, social }: Pick<Context, 'config' | 'social'>,
  pages: AccountPages,
): Array<PageRoute<UserRow>> {
  return [
    ...pages.form(signup, {
      path: '/signup',
      title: 'Create an account',
      fields: ['username', 'email', 'name', 'password'],
      labels: NEW_ACCOUNT,
      submit: 'Create account',
      instead: () => (isSignUpOpen(config) ? undefined : closedSignUp(social)),
      links: { [SIGN_IN]: 'Already have an account? Sign in' },
      done: ({ email }: { email: string }) =>
        redirectWith(SIGN_IN, `A mail is on its way to ${email}. Follow its link to finish signing up.`),
    }),
    // Opening the link changes nothing, as mail scanners also follow links.
    ...pages.form(verifyEmail, {
      path: '/verify-email',
      title: 'Verify your e-mail address',
      linkedField: 'key',
      hidesAddress: true,
      submit: 'Verify my e-mail address',
      links: { [RESEND]: 'Send me another mail' },
      done: ({ detail: text }: { detail: string }, request) =>
        redirectWith(findCaller(request) ? `${ACCOUNTS_ROOT}/email` : SIGN_IN, text),
    }),
    ...pages.form(resendVerification, {
      path: '/verify-email/resend',
      title: 'Another mail to verify your address',
      submit: 'Send the mail',
      cancel: () => SIGN_IN,
      done: ({ detail }: { detail: string }) => redirectWith(SIGN_IN, detail),
    }),
    ...pages.form(resetPassword, {
      path: '/password/reset',
      title: 'Set a new password',
      instead: () => (config.PASSWORD_SIGN_IN === 'off' ? noPasswords() : undefined),
      before: () =>
        html`<p>
          We will send you a link to set a new
          one.${
            config.PASSWORD_SIGN_IN === 'staff' &&
            ' Only staff have passwords here: everybody else signs in with a provider.'
          }
        </p>`,
      submit: 'Send the mail',
      cancel: () => SIGN_IN,
      done: ({ detail }: { detail: string }) => redirectWith(SIGN_IN, detail),
    }),
    ...pages.form(confirmPasswordReset, {
      path: '/password/reset/confirm',
      title: 'Set a new password',
      linkedField: 'key',
      labels: { password: { ...NEW_PASSWORD, label: 'New password' } },
      hidesAddress: true,
      submit: 'Set the password',
      links: { [RESET]: 'Send me another mail' },
      done: () =>
        redirectWith(
          SIGN_IN,
          'Your new password is set. You can sign in with it. Your API token and app tokens were deleted.',
        ),
    }),
  ];
}

/** The page shown instead of the form if passwords are off. */
function noPasswords(): Page {
  return {
    title: 'Set a new password',
    body: html`<p>Passwords are not used here: sign in with a provider instead.</p>
      ${linkList({ [SIGN_IN]: 'Sign in' })}`,
  };
}

/** The page shown instead of the form if sign-up is closed. */
function closedSignUp(social: SocialProviders): Page {
  const advice = 'ask the people who run this service for an account.';
  return {
    title: 'Create an account',
    body: html`<p>
        Sign-up is closed. ${social.size > 0 ? `Sign in as shown below, or ${advice}` : `To join, ${advice}`}
      </p>
      ${providerLinks(social.values(), { label: 'Sign in with', next: SIGN_IN })}
      ${linkList({ [SIGN_IN]: 'Already have an account? Sign in' })}`,
  };
}

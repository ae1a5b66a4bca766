import { changePassword, deleteAccount, patchProfile, type Profile } from '@kitroom/collection-client';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { redirectWith } from '@kitroom/server/pages/resource';
import { mayUsePassword } from '../accounts/passwords/password-rules.ts';
import { getAccount, type AccountRow } from '../accounts/users/account-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT, homeOf } from '../paths.ts';
import { LABELS, type AccountPages, type AccountRequest } from './account-endpoints.ts';

const CHANGE = `${ACCOUNTS_ROOT}/password/change`;
const NO_PASSWORD = html`<p>
  Your account has no password, as you sign in elsewhere. You can
  <a href="${ACCOUNTS_ROOT}/password/reset">request a mail</a> to set one.
</p>`;
const PASSWORDS_UNUSED = html`<p>
  You cannot sign in with a password here:
  <a href="${ACCOUNTS_ROOT}/social">sign in with a provider</a> instead.
</p>`;
const EMAIL = `${ACCOUNTS_ROOT}/email`;

/** The pages to change the password and the e-mail address, and to delete the account. */
export function credentialRoutes(
  { db, config }: Pick<Context, 'db' | 'config'>,
  pages: AccountPages,
): Array<PageRoute<UserRow>> {
  const home = homeOf(config);
  return [
    ...pages.form(changePassword, {
      path: '/password/change',
      title: 'Change your password',
      async instead({ visitor }) {
        if (!mayUsePassword(config.PASSWORD_SIGN_IN, visitor)) {
          return { title: 'No password', body: PASSWORDS_UNUSED };
        }
        const { has_password: hasPassword } = await getAccount(db, visitor.id);
        return hasPassword ? undefined : { title: 'No password', body: NO_PASSWORD };
      },
      submit: 'Change the password',
      cancel: () => home,
      done: () => redirectWith(CHANGE, 'Your password is changed, and you are signed out everywhere else.'),
    }),
    ...pages.form(patchProfile, {
      path: '/email',
      title: 'E-mail address',
      // The endpoint requires this for a new address.
      access: 'fresh-session',
      fields: ['email'],
      labels: { email: { ...LABELS.email, label: 'New e-mail address' } },
      before: async (request) => describeAddress(request, await getAccount(db, request.visitor.id)),
      submit: 'Change the address',
      done: ({ pending_email: pending }: Profile) =>
        pending === null
          ? redirectWith(EMAIL, 'Your e-mail address is unchanged.')
          : redirectWith(EMAIL, `A mail is on its way to ${pending}. Follow its link to confirm it.`),
    }),
    ...pages.form(deleteAccount, {
      path: '/delete',
      title: 'Delete your account',
      fields: async ({ visitor }) =>
        (await getAccount(db, visitor.id)).has_password ? ['password'] : ['username'],
      labels: { username: { label: 'Your username', autocomplete: 'off' } },
      before: ({ visitor: { username } }) =>
        html`<p>
            All items and photos of ${username} are deleted with the account, immediately and permanently.
          </p>
          <p><a href="/api/accounts/export/">Download everything first</a></p>`,
      problem: 'Your account was not deleted',
      submit: 'Delete my account permanently',
      tone: 'danger',
      cancel: () => home,
      done: () => ({ to: `${ACCOUNTS_ROOT}/login?deleted=1` }),
    }),
  ];
}

function describeAddress({ csrf }: AccountRequest, { email, pending_email: pending }: AccountRow): Html {
  const pendingNotice =
    pending !== null &&
    html`<div class="notice">
      <p>${pending} will replace it once you follow the link in the mail sent there.</p>
      ${buttonForm({ action: EMAIL, csrf, label: 'Keep the old address', hidden: { email } })}
    </div>`;
  return html`<p>Your address is ${email}.</p>
    ${pendingNotice}`;
}

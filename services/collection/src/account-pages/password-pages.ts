import {
  changePassword as changePasswordContract,
  confirmPasswordReset,
  resetPassword as resetPasswordContract,
} from '@kitroom/collection-client';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { findAccount } from '../accounts/users/account-queries.ts';
import { requestMail } from '../accounts/sign-up/request-mail.ts';
import { validateNewPassword } from '../accounts/sign-up/validate-account.ts';
import { changePassword, validatePasswordReset, resetPassword } from '../accounts/sign-up/set-password.ts';
import type { Context } from '../context.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { newPasswordField, findKeyOf, KEY_FIELD } from './form-fields.ts';
import { answerForm, readForm } from './read-form.ts';
import { requireAccess } from './require-access.ts';
import { EMAIL_FIELD } from './sign-up-pages.ts';

type PasswordRequest = PageRequest<UserRow>;

const SIGN_IN = `${ACCOUNTS_ROOT}/login`;
const CHANGE = `${ACCOUNTS_ROOT}/password/change`;
const RESET = `${ACCOUNTS_ROOT}/password/reset`;

const CHANGE_FIELDS: readonly Field[] = [
  {
    name: 'current_password',
    label: 'Current password',
    type: 'password',
    autocomplete: 'current-password',
  },
  newPasswordField('new_password', 'New password'),
  {
    name: 'delete_token',
    label: 'Delete my API token too',
    type: 'switch',
    hint: 'Programs that use it are rejected until they obtain a new one.',
  },
];
const RESET_FIELD = newPasswordField('password', 'New password');

/** The pages to change a password, and to reset one with the key of a mail. */
export function passwordRoutes(context: Context): Array<PageRoute<UserRow>> {
  async function change(request: PasswordRequest): Promise<Redirect> {
    const { visitor: user, address, form: sent } = request;
    const body = await readForm(
      changePasswordContract,
      { ...sent, delete_token: sent['delete_token'] === 'on' },
      (each) => validateNewPassword(each, 'new_password', user.username),
    );
    const current = { user, password: body.current_password, address, field: 'current_password' };
    const { new_password: password, delete_token: deletesToken } = body;
    const epoch = await changePassword(context, current, { password, deletesToken });
    await getSession(request).renew(user.id, epoch);
    const text = 'Your password is changed, and you are signed out everywhere else.';
    return { to: `${ACCOUNTS_ROOT}/`, flash: { kind: 'done', text } };
  }

  return [
    requireAccess(context, changePasswordContract.access, {
      method: 'GET',
      path: '/password/change',
      answer: (request) => changePage(context, request),
    }),
    requireAccess(context, changePasswordContract.access, {
      method: 'POST',
      path: '/password/change',
      answer: (request) =>
        answerForm(
          CHANGE_FIELDS,
          () => change(request),
          (errors) => changePage(context, request, errors),
        ),
    }),
    { method: 'GET', path: '/password/reset', isOpen: true, answer: (request) => resetPage(request) },
    {
      method: 'POST',
      path: '/password/reset',
      isOpen: true,
      answer: (request) =>
        answerForm(
          [EMAIL_FIELD],
          async () => {
            const { email } = await readForm(resetPasswordContract, request.form);
            await requestMail(context, 'reset', email);
            const text = 'If an account has this address, a mail is on its way.';
            return { to: SIGN_IN, flash: { kind: 'done', text } };
          },
          (errors) => resetPage(request, errors),
        ),
    },
    {
      method: 'GET',
      path: '/password/reset/confirm',
      isOpen: true,
      hidesAddress: true,
      answer: (request) => confirmPage(request),
    },
    {
      method: 'POST',
      path: '/password/reset/confirm',
      isOpen: true,
      hidesAddress: true,
      answer: (request) =>
        answerForm(
          [KEY_FIELD, RESET_FIELD],
          async () => {
            const sent = { ...request.form, key: request.form['key']?.trim() };
            const body = await readForm(confirmPasswordReset, sent, (each) =>
              validatePasswordReset(context, each),
            );
            await resetPassword(context, body);
            const text = 'Your new password is set. You can sign in with it. Your API token was deleted.';
            return { to: SIGN_IN, flash: { kind: 'done', text } };
          },
          (errors) => confirmPage(request, errors),
        ),
    },
  ];
}

async function changePage(
  { db }: Context,
  { visitor, csrf, form: sent }: PasswordRequest,
  errors?: FormErrors,
): Promise<Page> {
  const title = 'Change your password';
  const account = await findAccount(db, visitor.id);
  if (!account?.has_password) {
    return {
      title,
      body: html`<p>
        Your account has no password, as you sign in elsewhere. You can
        <a href="${RESET}">have a mail sent</a>
        with which you set one.
      </p>`,
    };
  }
  return {
    title,
    body: form({
      action: CHANGE,
      csrf,
      fields: CHANGE_FIELDS,
      values: { delete_token: sent['delete_token'] ?? '' },
      errors: errors ?? {},
      submit: 'Change the password',
      cancel: `${ACCOUNTS_ROOT}/`,
    }),
  };
}

function resetPage({ csrf, form: sent }: PasswordRequest, errors?: FormErrors): Page {
  return {
    title: 'Set a new password',
    body: html`<p>We will send you a link to set a new one.</p>
      ${form({
        action: RESET,
        csrf,
        fields: [EMAIL_FIELD],
        values: { email: sent['email'] ?? '' },
        errors: errors ?? {},
        submit: 'Send the mail',
        cancel: SIGN_IN,
      })}`,
  };
}

function confirmPage(request: PasswordRequest, errors?: FormErrors): Page {
  // A form shown again keeps its key: only the password may have been wrong.
  const { key } = request.form;
  const parts = findKeyOf(key && errors && !errors['key'] ? { query: { key }, form: {} } : request);
  return {
    title: 'Set a new password',
    body: html`${form({
        action: `${RESET}/confirm`,
        csrf: request.csrf,
        fields: [...parts.fields, RESET_FIELD],
        values: parts.values,
        errors: errors ?? {},
        hidden: parts.hidden,
        submit: 'Set the password',
      })}
      <ul class="links">
        <li><a href="${RESET}">Send me another mail</a></li>
      </ul>`,
  };
}

import { resendVerification, signup, verifyEmail as verifyEmailContract } from '@kitroom/collection-client';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { requestMail } from '../accounts/sign-up/request-mail.ts';
import { validateSignUp, signUp } from '../accounts/sign-up/sign-up.ts';
import { verifyEmail } from '../accounts/sign-up/use-key.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { newPasswordField, findKeyOf, KEY_FIELD } from './form-fields.ts';
import { answerForm, readForm } from './read-form.ts';

type SignUpRequest = PageRequest<UserRow>;

export const EMAIL_FIELD: Field = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autocomplete: 'email',
};

const FIELDS: readonly Field[] = [
  {
    name: 'username',
    label: 'Username',
    hint: 'Letters, digits and @ . + - _; everyone sees it.',
    autocomplete: 'username',
  },
  { ...EMAIL_FIELD, hint: 'We will send you a mail to finish signing up.' },
  { name: 'name', label: 'Your name', isOptional: true, autocomplete: 'name' },
  newPasswordField('password', 'Password'),
];

const SIGN_IN = `${ACCOUNTS_ROOT}/login`;
const VERIFY = `${ACCOUNTS_ROOT}/verify-email`;

/** The pages to create an account, and to verify its e-mail address. */
export function signUpRoutes(context: Context): Array<PageRoute<UserRow>> {
  return [
    { method: 'GET', path: '/signup', isOpen: true, answer: (request) => signUpPage(request) },
    {
      method: 'POST',
      path: '/signup',
      isOpen: true,
      answer: (request) =>
        answerForm(
          FIELDS,
          async () => {
            const newAccount = await readForm(signup, request.form, (sent) => validateSignUp(context, sent));
            const { email } = await signUp(context, newAccount);
            const text = `A mail is on its way to ${email}. Follow its link to finish signing up.`;
            return { to: SIGN_IN, flash: { kind: 'done', text } };
          },
          (errors) => signUpPage(request, errors),
        ),
    },
    {
      method: 'GET',
      path: '/verify-email',
      isOpen: true,
      hidesAddress: true,
      answer: (request) => verifyPage(request),
    },
    {
      method: 'POST',
      path: '/verify-email',
      isOpen: true,
      hidesAddress: true,
      answer: (request) =>
        answerForm(
          [KEY_FIELD],
          async () => {
            const { key } = await readForm(verifyEmailContract, request.form);
            await verifyEmail(context, key.trim());
            return {
              to: `${ACCOUNTS_ROOT}/`,
              flash: { kind: 'done', text: 'The e-mail address is verified.' },
            };
          },
          (errors) => verifyPage(request, errors),
        ),
    },
    { method: 'GET', path: '/verify-email/resend', isOpen: true, answer: (request) => resendPage(request) },
    {
      method: 'POST',
      path: '/verify-email/resend',
      isOpen: true,
      answer: (request) =>
        answerForm(
          [EMAIL_FIELD],
          async () => {
            const { email } = await readForm(resendVerification, request.form);
            await requestMail(context, 'verify', email);
            const text = 'If an account with this address is not verified yet, a mail is on its way.';
            return { to: SIGN_IN, flash: { kind: 'done', text } };
          },
          (errors) => resendPage(request, errors),
        ),
    },
  ];
}

function signUpPage({ csrf, form: sent }: SignUpRequest, errors?: FormErrors): Page {
  const { username = '', email = '', name = '' } = sent;
  return {
    title: 'Create an account',
    body: html`${form({
        action: `${ACCOUNTS_ROOT}/signup`,
        csrf,
        fields: FIELDS,
        values: { username, email, name },
        errors: errors ?? {},
        submit: 'Create the account',
      })}
      <ul class="links">
        <li><a href="${SIGN_IN}">Sign in to an account that you have</a></li>
      </ul>`,
  };
}

/** Opening the link changes nothing: mail scanners follow links, too. */
function verifyPage(request: SignUpRequest, errors?: FormErrors): Page {
  const key = findKeyOf(request);
  return {
    title: 'Verify your e-mail address',
    body: html`${form({
        action: VERIFY,
        csrf: request.csrf,
        fields: key.fields,
        values: key.values,
        errors: errors ?? {},
        hidden: key.hidden,
        submit: 'Verify my e-mail address',
      })}
      <ul class="links">
        <li><a href="${VERIFY}/resend">Send me another mail</a></li>
      </ul>`,
  };
}

function resendPage({ csrf, form: sent }: SignUpRequest, errors?: FormErrors): Page {
  return {
    title: 'Another mail to verify your address',
    body: form({
      action: `${VERIFY}/resend`,
      csrf,
      fields: [EMAIL_FIELD],
      values: { email: sent['email'] ?? '' },
      errors: errors ?? {},
      submit: 'Send the mail',
      cancel: SIGN_IN,
    }),
  };
}

import { patchProfile, type Profile } from '@kitroom/collection-client';
import { buttonForm, form, type Field, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { changeProfile } from '../account-data/change-profile.ts';
import { checkTaken } from '../accounts/sign-up/validate-account.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { picture, readProfile } from './own-profile.ts';
import { answerForm, readForm } from './read-form.ts';
import { requireAccess } from './require-access.ts';
import { EMAIL_FIELD } from './sign-up-pages.ts';

type ProfileRequest = PageRequest<UserRow>;

const PROFILE = `${ACCOUNTS_ROOT}/profile`;
const EMAIL = `${ACCOUNTS_ROOT}/email`;

const FIELDS: readonly Field[] = [
  {
    name: 'username',
    label: 'Username',
    hint: 'Letters, digits and @ . + - _; everyone sees it.',
    autocomplete: 'username',
  },
  { name: 'name', label: 'Name', isOptional: true, autocomplete: 'name' },
  { name: 'biography', label: 'About you', type: 'lines', isOptional: true },
  { name: 'location', label: 'Location', isOptional: true },
  {
    name: 'is_private',
    label: 'Keep my profile and my collection private',
    type: 'switch',
    hint: 'Nobody else sees them then.',
  },
];

/** The pages of the profile and the e-mail address. */
export function profileRoutes(context: Context): Array<PageRoute<UserRow>> {
  async function save(request: ProfileRequest): Promise<Redirect> {
    const { visitor, form: sent } = request;
    const input = { ...sent, email: undefined, is_private: sent['is_private'] === 'on' };
    const changes = await readForm(patchProfile, input, (body) => validate(body, visitor));
    await changeProfile(context, visitor.id, changes);
    return { to: PROFILE, flash: { kind: 'done', text: 'Your profile is saved.' } };
  }
  async function changeEmail({ visitor, form: sent }: ProfileRequest): Promise<Redirect> {
    const input = { email: sent['email'] ?? '' };
    const { email } = await readForm(patchProfile, input, (body) => validate(body, visitor));
    await changeProfile(context, visitor.id, { email });
    const text =
      email === visitor.email
        ? 'Your e-mail address is unchanged.'
        : `A mail is on its way to ${email}. Follow its link to confirm the address.`;
    return { to: EMAIL, flash: { kind: 'done', text } };
  }
  const validate = (sent: unknown, { id }: UserRow) => checkTaken(context.db, sent, id);

  return [
    {
      method: 'GET',
      path: '/profile',
      async answer(request) {
        const profile = await readProfile(context, request);
        return profilePage(request, profile, toValues(profile));
      },
    },
    {
      method: 'POST',
      path: '/profile',
      answer: (request) =>
        answerForm(
          FIELDS,
          () => save(request),
          async (errors) => profilePage(request, await readProfile(context, request), request.form, errors),
        ),
    },
    requireAccess(context, 'fresh-session', {
      method: 'GET',
      path: '/email',
      answer: async (request) => emailPage(request, await readProfile(context, request)),
    }),
    requireAccess(context, 'fresh-session', {
      method: 'POST',
      path: '/email',
      answer: (request) =>
        answerForm(
          [EMAIL_FIELD],
          () => changeEmail(request),
          async (errors) => emailPage(request, await readProfile(context, request), errors),
        ),
    }),
  ];
}

function toValues({ username, name, biography, location, is_private }: Profile): FormValues {
  return { username, name, biography, location, is_private: is_private ? 'on' : '' };
}

function profilePage(
  { csrf }: ProfileRequest,
  profile: Profile,
  values: FormValues,
  errors?: FormErrors,
): Page {
  return {
    title: 'Profile',
    body: html`
      ${form({ action: PROFILE, csrf, fields: FIELDS, values, errors: errors ?? {}, submit: 'Save' })}
      <h2>Picture</h2>
      ${picture(profile)}
      <p>
        <a class="button" href="${PROFILE}/avatar"
          >${profile.avatar === null ? 'Add' : 'Change'} the picture</a
        >
      </p>
    `,
  };
}

function emailPage({ csrf, form: sent }: ProfileRequest, profile: Profile, errors?: FormErrors): Page {
  const { email, pending_email: pending } = profile;
  const waiting =
    pending !== null &&
    html`<div class="notice">
      <p>${pending} will replace it once you follow the link in the mail sent there.</p>
      ${buttonForm({ action: EMAIL, csrf, label: 'Keep the old address', hidden: { email } })}
    </div>`;
  return {
    title: 'E-mail address',
    body: html`
      <p>Your address is ${email}.</p>
      ${waiting}
      ${form({
        action: EMAIL,
        csrf,
        fields: [{ ...EMAIL_FIELD, label: 'New e-mail address' }],
        values: { email: sent['email'] ?? '' },
        errors: errors ?? {},
        submit: 'Change the address',
      })}
    `,
  };
}

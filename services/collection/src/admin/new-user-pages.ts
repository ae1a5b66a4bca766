import { emailField, nameField, usernameField } from '@kitroom/collection-client';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import * as z from 'zod';
import { answerForm, readForm } from '../account-pages/read-form.ts';
import { checkTaken } from '../accounts/sign-up/validate-account.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { createUserByStaff } from './create-user.ts';
import type { Config } from '../config.ts';
import type { Database } from '@kitroom/server/database/database';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { USERS_PATH } from '../paths.ts';

type Request = PageRequest<UserRow>;

const PATH = `${USERS_PATH}/new`;

const FIELDS: Field[] = [
  { name: 'username', label: 'Username', isShort: true },
  { name: 'name', label: 'Name', isOptional: true, isShort: true },
  { name: 'email', label: 'E-mail address', type: 'email' },
  {
    name: 'verified',
    label: 'The address is known to be theirs',
    type: 'switch',
    hint: 'Otherwise it counts as verified when they set their password.',
  },
  { name: 'staff', label: 'Staff', type: 'switch', hint: 'Can use these pages.' },
];

const NEW_USER = {
  body: z.object({
    username: usernameField,
    name: nameField,
    email: emailField,
    verified: z.string().optional(),
    staff: z.string().optional(),
  }),
};

/** Creates users; the page of a new user is shown after that. */
export function newUserRoutes(context: {
  db: Database;
  config: Config;
  secretKeys: SecretKeys;
}): Array<PageRoute<UserRow>> {
  return [
    { method: 'GET', path: '/users/new', answer: (request) => newUserPage(request) },
    {
      method: 'POST',
      path: '/users/new',
      answer: (request) =>
        answerForm(
          FIELDS,
          () => create(context, request),
          (errors) => newUserPage(request, errors),
        ),
    },
  ];
}

function newUserPage({ csrf, form: values }: Request, errors: FormErrors = {}): Page {
  return {
    title: 'New user',
    trail: [{ href: USERS_PATH, label: 'Users' }],
    body: form({
      action: PATH,
      csrf,
      fields: FIELDS,
      values,
      errors,
      submit: 'Create the user and send the mail',
      cancel: USERS_PATH,
    }),
  };
}

async function create(
  context: { db: Database; config: Config; secretKeys: SecretKeys },
  { form: sent, visitor }: Request,
): Promise<Redirect> {
  const { verified, staff, ...account } = await readForm(NEW_USER, sent, (body) =>
    checkTaken(context.db, body),
  );
  const id = await createUserByStaff(context, visitor, {
    ...account,
    isVerified: verified === 'on',
    isStaff: staff === 'on',
  });
  const text = `Created ${account.username}. A mail to ${account.email} leads to a page for setting the password.`;
  return { to: `${USERS_PATH}/${id}`, flash: { kind: 'done', text } };
}

import * as z from 'zod';
import { emailField, nameField, usernameField } from '@kitroom/collection-client';
import { auditTable } from '@kitroom/server/audit/audit-pages';
import { listAuditRows } from '@kitroom/server/audit/audit-queries';
import type { Database } from '@kitroom/server/database/database';
import type { Field } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRequest, Redirect } from '@kitroom/server/pages/page-router';
import {
  ADMIN_ROOT,
  choice,
  redirectWith,
  showcaseLink,
  textColumn,
  type Action,
  type Resource,
} from '@kitroom/server/pages/resource';
import { definitionList, time } from '@kitroom/server/pages/table';
import { mayUsePassword } from '../accounts/passwords/password-rules.ts';
import { checkTaken } from '../accounts/sign-up/validate-account.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { AuditRow } from '../audit/audit-queries.ts';
import type { Config } from '../config.ts';
import { readForm } from '../invalid-input.ts';
import { USERS_PATH } from '../paths.ts';
import type { ServiceLimits } from '../user-limits/admit.ts';
import { showBytes } from '../user-limits/read-limit.ts';
import { USER_LIST, USER_STATES, type AdminUser, type ListedUser } from './admin-user-queries.ts';
import { AUDIT_VIEW } from './audit-log.ts';
import {
  blockUser,
  createUserByStaff,
  mailUser,
  removeToken,
  setLimits,
  setStaff,
  unblockUser,
  verifyInPlace,
} from './change-account.ts';
import { limitFields, readLimitForm, toLimitValues } from './user-limit-form.ts';

type UserContext = {
  db: Database;
  config: Pick<Config, 'SHOWCASE_URL' | 'PASSWORD_SIGN_IN'> & ServiceLimits;
};
type Request = PageRequest<UserRow>;

/** The number of audit log entries on a user's page. */
const ENTRIES = 20;

const NEW_USER_FIELDS: Field[] = [
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

export function userResource(context: UserContext): Resource<ListedUser, UserRow, AdminUser> {
  return {
    path: '/users',
    title: 'Users',
    singular: 'user',
    plural: 'users',
    source: USER_LIST,
    nameOf: ({ username }) => username,
    describe: ({ username, email }) => `${username} (${email})`,
    filters: [
      { name: 'q', label: 'Username, name or e-mail address' },
      choice('state', 'State', USER_STATES),
    ],
    columns: () => [
      {
        label: 'Username',
        sort: 'username',
        cell: ({ id, username }) => html`<a href="${USERS_PATH}/${id}">${username}</a>`,
      },
      textColumn('Name', 'name', 'name'),
      textColumn('E-mail address', 'email', 'email'),
      { label: 'State', cell: showStates },
      { label: 'Storage', sort: 'storage', isNumber: true, cell: (row) => showBytes(row.storage) },
      { label: 'Since', sort: 'since', cell: (row) => time(row.created_at) },
    ],
    sort: '-since',
    form: {
      submit: 'Create the user and send the mail',
      fields: (user) => (user ? limitFields(context.config) : NEW_USER_FIELDS),
      values: toLimitValues,
      create: (request) => create(context, request),
      async save({ id, username }, { form, visitor }) {
        const isChanged = await setLimits(context, { actor: visitor, userId: id }, readLimitForm(form));
        return isChanged ? `Saved the limits of ${username}.` : 'There was nothing to change.';
      },
    },
    page: (user) => describeUser(context, user),
    actions: listActions(context),
  };
}

function listActions(context: UserContext): Array<Action<AdminUser, UserRow>> {
  /** Creates an action that changes a user, and reports it with their name. */
  const changing =
    (
      change: (context: UserContext, account: { actor: UserRow; userId: number }) => Promise<UserRow>,
      report: (username: string) => string,
    ) =>
    async ({ id }: AdminUser, { visitor }: Request) =>
      report((await change(context, { actor: visitor, userId: id })).username);
  const isUnverified = (user: AdminUser) => user.is_active && user.email_verified_at === null;
  return [
    {
      name: 'verify',
      label: 'Verify the e-mail address',
      isOffered: isUnverified,
      bulk: {
        label: 'Verify',
        text: 'Their e-mail addresses count as verified from then on.',
        done: 'Verified the addresses of',
      },
      act: changing(verifyInPlace, (name) => `The e-mail address of ${name} is verified.`),
    },
    {
      name: 'mail-verification',
      label: 'Mail a verification link',
      isOffered: isUnverified,
      act: changing(
        (...change) => mailUser(...change, 'verify'),
        (name) => `An e-mail for verifying the address of ${name} is on its way.`,
      ),
    },
    {
      name: 'mail-reset',
      label: 'Mail a password link',
      isOffered: (user) => user.is_active && mayUsePassword(context.config.PASSWORD_SIGN_IN, user),
      act: changing(
        (...change) => mailUser(...change, 'reset'),
        (name) => `An e-mail for setting a new password is on its way to ${name}.`,
      ),
    },
    {
      name: 'make-staff',
      label: 'Make staff',
      isOffered: (user) => !user.is_staff,
      confirm: ({ username }) => ({
        title: `Make ${username} staff`,
        text: `${username} can then use these pages: see every user, item and photo, private ones too, block users, and make others staff.`,
        submit: 'Make staff',
      }),
      act: changing(
        (...change) => setStaff(...change, true),
        (name) => `${name} is staff.`,
      ),
    },
    {
      name: 'unmake-staff',
      label: 'No longer staff',
      isOffered: (user) => user.is_staff,
      act: changing(
        (...change) => setStaff(...change, false),
        (name) => `${name} is no longer staff.`,
      ),
    },
    {
      name: 'delete-token',
      label: 'Delete the token',
      tone: 'danger',
      isOffered: (user) => user.token_created_at !== null,
      confirm: ({ username }) => ({
        title: `Delete the token of ${username}`,
        text: 'Programs that use it are rejected immediately. The next token will be a different one.',
        submit: 'Delete the token',
      }),
      act: changing(removeToken, (name) => `The token of ${name} is deleted.`),
    },
    {
      name: 'unblock',
      label: 'Unblock',
      isOffered: (user) => !user.is_active,
      bulk: { text: 'They can sign in again.', done: 'Unblocked' },
      act: changing(unblockUser, (name) => `${name} can sign in again.`),
    },
    {
      name: 'block',
      label: 'Block',
      tone: 'danger',
      isOffered: (user) => user.is_active,
      confirm: ({ username }) => ({
        title: `Block ${username}`,
        text: `${username} is immediately signed out everywhere and cannot sign in. Others no longer see their collection, and their tokens are deleted permanently.`,
        submit: 'Block',
      }),
      bulk: {
        text: 'They are immediately signed out everywhere and cannot sign in. Others no longer see their collections, and their tokens are deleted permanently.',
        done: 'Blocked',
      },
      act: changing(blockUser, (name) => `${name} is blocked.`),
    },
  ];
}

async function create(context: UserContext, { form: sent, visitor }: Request): Promise<Redirect> {
  const { verified, staff, ...account } = await readForm(NEW_USER, sent, (body) =>
    checkTaken(context.db, body),
  );
  const id = await createUserByStaff(context, visitor, {
    ...account,
    isVerified: verified === 'on',
    isStaff: staff === 'on',
  });
  const mailed = mayUsePassword(context.config.PASSWORD_SIGN_IN, { is_staff: staff === 'on' })
    ? `An e-mail to ${account.email} leads to a page for setting the password.`
    : 'No e-mail is sent, because this user cannot sign in with a password.';
  return redirectWith(`${USERS_PATH}/${id}`, `Created ${account.username}. ${mailed}`);
}

async function describeUser({ db, config }: UserContext, user: AdminUser) {
  const { id, username } = user;
  const isVisible = user.is_active && !user.is_private;
  const entries = await listAuditRows<AuditRow>(db, { equal: { owner_id: id } }, ENTRIES);
  const owner = new URLSearchParams({ owner: username }).toString();
  return {
    links: html`${isVisible && showcaseLink(config.SHOWCASE_URL, `/u/${encodeURIComponent(username)}`)}`,
    above: html`
      <p>${showStates(user)}</p>
      ${definitionList([
        ['Id', String(id)],
        ['Name', user.name],
        ['E-mail address', html`${user.email}${user.pending_email && ` (to become ${user.pending_email})`}`],
        ['Verified', time(user.email_verified_at)],
        ['Since', time(user.created_at)],
        ['Items', html`<a href="${ADMIN_ROOT}/items?${owner}">${user.items}</a>`],
        ['Photos', html`<a href="${ADMIN_ROOT}/photos?${owner}">${user.photos}</a>`],
        ['Storage', showBytes(user.storage)],
        ['Password', user.has_password ? 'yes' : 'none'],
        ['Multi-factor', user.has_second_factor ? 'on' : 'off'],
        ['Browsers', `${user.sessions} signed in`],
        ['Token', user.token_created_at ? html`created ${time(user.token_created_at)}` : 'none'],
        ['App tokens', html`<a href="${ADMIN_ROOT}/app-tokens?${owner}">${user.app_tokens}</a>`],
        ['About', user.biography],
        ['Location', user.location],
      ])}
      <h2>Limits</h2>
    `,
    below: html`<h2>Audit log</h2>
      ${auditTable(entries, AUDIT_VIEW)}`,
  };
}

function showStates({ is_active, is_staff, is_private, email_verified_at: verifiedAt }: UserRow): Html {
  return html`${!is_active && html`<span class="tag bad">blocked</span> `}
  ${is_staff && html`<span class="tag">staff</span> `}
  ${verifiedAt === null && html`<span class="tag idle">unverified</span> `}
  ${is_private && html`<span class="tag idle">private</span>`}`;
}

import { slowBody, type Contract } from '@kitroom/shared';
import * as z from 'zod';
import { emailField } from './email.ts';
import { commonErrors, confirmation, errorAnswer, forgery, invalidBody, invalidInput } from './errors.ts';
import { PHOTO_FORMATS } from './photo-limits.ts';
import { textField } from './text-field.ts';
import { nameField, usernameField } from './users.ts';

const TAG = 'Accounts';

/** Characters of what users say of themselves. */
export const BIOGRAPHY_MAX = 5000;
export const LOCATION_MAX = 200;

/** The largest side of a stored avatar, in pixels. */
export const AVATAR_PIXELS = 512;

/** All that an account has to tell its owner. */
export const profile = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    url: z.string().meta({ description: 'The address of this user.' }),
    email: z.string(),
    is_email_verified: z.boolean(),
    pending_email: z
      .string()
      .nullable()
      .meta({ description: 'A changed address, until it is verified; null where there is none.' }),
    biography: z.string(),
    location: z.string(),
    avatar: z.string().nullable().meta({ description: 'The address of the picture.' }),
    is_private: z.boolean().meta({ description: 'Whether others see neither profile nor items.' }),
    is_staff: z.boolean(),
    has_password: z.boolean().meta({ description: 'False for those who sign in elsewhere.' }),
    mfa_enabled: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Profile' });

/** All that an account has to tell its owner. */
export type Profile = z.output<typeof profile>;

const profileAnswer = { description: 'The profile.', schema: profile };

/** `GET /api/accounts/profile/`: the caller's profile. */
export const getProfile = {
  id: 'getProfile',
  method: 'GET',
  path: '/api/accounts/profile/',
  tag: TAG,
  summary: "The caller's profile",
  answers: { 200: profileAnswer, ...commonErrors },
} as const satisfies Contract;

/** `PATCH /api/accounts/profile/`: changes what is sent of the caller's profile. */
export const patchProfile = {
  id: 'patchProfile',
  method: 'PATCH',
  path: '/api/accounts/profile/',
  tag: TAG,
  summary: "Change the caller's profile",
  description:
    'What is left out stays. A new e-mail address is `pending_email` until the key that is sent there has verified ' +
    'it; the old address is told. An `email` that differs from the current one needs a session that signed in or ' +
    'confirmed within the last 15 minutes; an API token does not suffice. The picture has an endpoint of its own.',
  body: z.object({
    username: usernameField.optional(),
    name: nameField.optional(),
    email: emailField.optional(),
    biography: textField({
      max: BIOGRAPHY_MAX,
      description: 'A few words about oneself.',
      mayBeBlank: true,
    }).optional(),
    location: textField({ max: LOCATION_MAX, description: 'Where one is.', mayBeBlank: true }).optional(),
    is_private: z.boolean().optional(),
  }),
  answers: { 200: profileAnswer, ...invalidBody, ...confirmation, ...commonErrors },
} as const satisfies Contract;

/** `PUT /api/accounts/profile/avatar/`: sets the caller's picture. */
export const putAvatar = {
  id: 'putAvatar',
  method: 'PUT',
  path: '/api/accounts/profile/avatar/',
  tag: TAG,
  summary: "Set the caller's picture",
  description: `It is kept as a square WebP of at most ${AVATAR_PIXELS} pixels, without anything that tells where it was taken.`,
  body: z.object({}),
  file: {
    field: 'avatar',
    required: true,
    description: `${PHOTO_FORMATS.join(', ')}, by content, not by name; the middle is kept.`,
  },
  answers: {
    200: profileAnswer,
    400: invalidInput,
    408: slowBody,
    413: errorAnswer('The file is too large.'),
    415: errorAnswer('The request body is no form.'),
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

/** `DELETE /api/accounts/profile/avatar/`: removes the caller's picture. */
export const deleteAvatar = {
  id: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/accounts/profile/avatar/',
  tag: TAG,
  summary: "Remove the caller's picture",
  answers: { 204: { description: 'There is no picture.' }, ...forgery, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/accounts/export/`: everything that the service holds about the caller. */
export const exportAccount = {
  id: 'exportAccount',
  method: 'GET',
  path: '/api/accounts/export/',
  tag: TAG,
  summary: 'Everything the service holds about the caller',
  description:
    'A ZIP of JSON files and the stored images. With an API token it holds the profile, items and photos; with a ' +
    'session also what is kept of sign-ins.',
  answers: {
    200: {
      description: 'The ZIP.',
      schema: z.string().meta({ openapi: { type: 'string', format: 'binary' } }),
      contentType: 'application/zip',
    },
    ...commonErrors,
  },
} as const satisfies Contract;

/** `DELETE /api/accounts/`: deletes the caller's account and all of it. */
export const deleteAccount = {
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/api/accounts/',
  tag: TAG,
  summary: "Delete the caller's account",
  description:
    'Items, photos, files, sessions and token go with it, at once. Confirmed by the password; by `username` where ' +
    'the account has none. A wrong password is a failed sign-in.',
  body: z.object({ password: z.string().optional(), username: z.string().optional() }),
  answers: {
    204: { description: 'The account is gone.' },
    ...invalidBody,
    ...confirmation,
    ...commonErrors,
  },
  access: 'fresh-session',
} as const satisfies Contract;

/** The endpoints of one's own profile, in the order in which the document tells them. */
export const PROFILE_CONTRACTS: readonly Contract[] = [
  getProfile,
  patchProfile,
  putAvatar,
  deleteAvatar,
  exportAccount,
  deleteAccount,
];

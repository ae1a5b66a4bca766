import { slowBody, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { emailField } from './email.ts';
import { commonErrors, confirmation, errorResponse, forgery, invalidBody, invalidInput } from './errors.ts';
import { PHOTO_FORMATS } from './photo-limits.ts';
import { textField } from './text-field.ts';
import { nameField, usernameField } from './users.ts';

const TAG = 'Accounts';

/** The maximum length of a biography, in characters. */
export const BIOGRAPHY_MAX = 5000;
export const LOCATION_MAX = 200;

/** The maximum width and height of a stored avatar, in pixels. */
export const AVATAR_PIXELS = 512;

export const profile = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    url: z.string().meta({ description: "The user's URL." }),
    email: z.string(),
    is_email_verified: z.boolean(),
    pending_email: z
      .string()
      .nullable()
      .meta({ description: 'A new address that is not verified yet, if any.' }),
    biography: z.string(),
    location: z.string(),
    avatar: z.string().nullable().meta({ description: "The picture's URL." }),
    is_private: z
      .boolean()
      .meta({ description: 'Whether the profile and its items are hidden from others.' }),
    is_staff: z.boolean(),
    has_password: z.boolean().meta({ description: 'False for users who sign in with a provider only.' }),
    mfa_enabled: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Profile' });

export type Profile = z.output<typeof profile>;

const profileAnswer = { description: 'The profile.', schema: profile };

export const getProfile = {
  id: 'getProfile',
  method: 'GET',
  path: '/api/accounts/profile/',
  tag: TAG,
  summary: "Get the caller's profile",
  responses: { 200: profileAnswer, ...commonErrors },
  stored: 'never',
} as const satisfies Contract;

export const patchProfile = {
  id: 'patchProfile',
  method: 'PATCH',
  path: '/api/accounts/profile/',
  tag: TAG,
  summary: "Update the caller's profile",
  description:
    'Omitted fields are left unchanged. A new e-mail address is `pending_email` until it is verified ' +
    'with the key sent to it; the old address is notified. An `email` that differs from the current one ' +
    'requires a session that signed in or confirmed within the last 15 minutes; an API token is not ' +
    'sufficient. The picture has its own endpoint.',
  body: z.object({
    username: usernameField.optional(),
    name: nameField.optional(),
    email: emailField.optional(),
    biography: textField({
      max: BIOGRAPHY_MAX,
      description: 'A short biography.',
      of: 'lines',
      mayBeBlank: true,
    }).optional(),
    location: textField({
      max: LOCATION_MAX,
      description: "The user's location.",
      mayBeBlank: true,
    }).optional(),
    is_private: z.boolean().optional(),
  }),
  responses: { 200: profileAnswer, ...invalidBody, ...confirmation, ...commonErrors },
  stored: 'never',
} as const satisfies Contract;

export const putAvatar = {
  id: 'putAvatar',
  method: 'PUT',
  path: '/api/accounts/profile/avatar/',
  tag: TAG,
  summary: "Set the caller's picture",
  description: `The picture is stored as a square WebP of at most ${AVATAR_PIXELS} pixels, without metadata.`,
  body: z.object({}),
  file: {
    field: 'avatar',
    required: true,
    description:
      `${PHOTO_FORMATS.join(', ')}; detected by content, not by file name. The picture is cropped to the ` +
      'centre.',
  },
  responses: {
    200: profileAnswer,
    400: invalidInput,
    408: slowBody,
    413: errorResponse('The file is too large.'),
    415: errorResponse('The request body is not a form.'),
    ...forgery,
    ...commonErrors,
  },
  stored: 'never',
} as const satisfies Contract;

export const deleteAvatar = {
  id: 'deleteAvatar',
  method: 'DELETE',
  path: '/api/accounts/profile/avatar/',
  tag: TAG,
  summary: "Remove the caller's picture",
  responses: { 204: { description: 'The picture has been removed.' }, ...forgery, ...commonErrors },
} as const satisfies Contract;

export const exportAccount = {
  id: 'exportAccount',
  method: 'GET',
  path: '/api/accounts/export/',
  tag: TAG,
  summary: "Export the caller's data",
  description:
    'A ZIP archive of JSON files and the stored images. With an API token it contains the profile, items ' +
    'and photos; with a session, sign-in data too.',
  responses: {
    200: {
      description: 'The ZIP archive.',
      schema: z.string().meta({ openapi: { type: 'string', format: 'binary' } }),
      contentType: 'application/zip',
      headers: ['Content-Disposition'],
    },
    ...commonErrors,
  },
  stored: 'never',
} as const satisfies Contract;

/** Which of the two is required depends on the account: the service checks that. */
const deletionConfirmation = z
  .object({ password: z.string().optional(), username: z.string().optional() })
  .meta({
    shownAs: z.union([
      z.object({ password: z.string().min(1) }),
      z.object({ username: usernameField }).meta({ description: 'For accounts without a password.' }),
    ]),
  });

export const deleteAccount = {
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/api/accounts/',
  tag: TAG,
  summary: "Delete the caller's account",
  description:
    'Immediately deletes the account with its items, photos, files, sessions and token. Confirm with the ' +
    'password, or with `username` if the account has none. A wrong password counts as a failed sign-in.',
  body: deletionConfirmation,
  responses: {
    204: { description: 'The account has been deleted.' },
    ...invalidBody,
    ...confirmation,
    ...commonErrors,
  },
  access: 'fresh-session',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const profileEndpoints = {
  profile: getProfile,
  /** Changes the fields sent; a new e-mail address takes effect once verified. */
  patchProfile,
  putAvatar,
  removeAvatar: deleteAvatar,
  /** All data that the service holds about the caller, as a ZIP. */
  export: exportAccount,
  /** Deletes the caller's account and all its data. */
  remove: deleteAccount,
} as const satisfies ContractTree;

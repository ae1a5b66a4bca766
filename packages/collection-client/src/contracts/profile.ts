import { type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { emailField } from './email.ts';
import { commonErrors, confirmation, errorResponse, forgery, invalidBody, invalidInput } from './errors.ts';
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
    url: z.string(),
    email: z.string(),
    is_email_verified: z.boolean(),
    pending_email: z.string().nullable(),
    biography: z.string(),
    location: z.string(),
    avatar: z.string().nullable(),
    is_private: z.boolean(),
    is_staff: z.boolean(),
    has_password: z.boolean(),
    mfa_enabled: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Profile' });

export type Profile = z.output<typeof profile>;

const profileResponse = { schema: profile };

export const getProfile = {
  id: 'getProfile',
  method: 'GET',
  path: '/api/accounts/profile/',
  tag: TAG,
  summary: "Get the caller's profile",
  responses: { 200: profileResponse, ...commonErrors },
  stored: 'never',
} as const satisfies Contract;

export const patchProfile = {
  id: 'patchProfile',
  method: 'PATCH',
  path: '/api/accounts/profile/',
  tag: TAG,
  summary: "Update the caller's profile",
  body: z.object({
    username: usernameField.optional(),
    name: nameField.optional(),
    email: emailField.optional(),
    biography: textField({
      max: BIOGRAPHY_MAX,
      of: 'lines',
      mayBeBlank: true,
    }).optional(),
    location: textField({
      max: LOCATION_MAX,
      mayBeBlank: true,
    }).optional(),
    is_private: z.boolean().optional(),
  }),
  responses: { 200: profileResponse, ...invalidBody, ...confirmation, ...commonErrors },
  stored: 'never',
} as const satisfies Contract;

export const putAvatar = {
  id: 'putAvatar',
  method: 'PUT',
  path: '/api/accounts/profile/avatar/',
  tag: TAG,
  summary: "Set the caller's picture",
  body: z.object({}),
  file: {
    field: 'avatar',
    required: true,
  },
  responses: {
    200: profileResponse,
    400: invalidInput,
    408: errorResponse,
    413: errorResponse,
    415: errorResponse,
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
  responses: { 204: {}, ...forgery, ...commonErrors },
} as const satisfies Contract;

export const exportAccount = {
  id: 'exportAccount',
  method: 'GET',
  path: '/api/accounts/export/',
  tag: TAG,
  summary: "Export the caller's data",
  responses: {
    200: {
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
    shownAs: z.union([z.object({ password: z.string().min(1) }), z.object({ username: usernameField })]),
  });

export const deleteAccount = {
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/api/accounts/',
  tag: TAG,
  summary: "Delete the caller's account",
  body: deletionConfirmation,
  responses: {
    204: {},
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

import * as z from 'zod';
import { type ContractTree } from '@kitroom/shared';
import { emailField } from './email.ts';
import { confirmationRequired, endpointsOf, zipFile } from './errors.ts';
import { textField } from './text-field.ts';
import { nameField, usernameField } from './users.ts';

const endpoint = endpointsOf('Accounts', { stored: 'never' });
const deletion = endpointsOf('Accounts', { method: 'DELETE' });

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

export const getProfile = endpoint({
  id: 'getProfile',
  path: '/api/accounts/profile/',
  summary: "Get the caller's profile",
  responses: { 200: profileResponse },
});

export const patchProfile = endpoint({
  id: 'patchProfile',
  method: 'PATCH',
  path: '/api/accounts/profile/',
  summary: "Update the caller's profile",
  body: z.object({
    username: usernameField.optional(),
    name: nameField.optional(),
    email: emailField.optional(),
    biography: textField({ max: BIOGRAPHY_MAX, of: 'lines', mayBeBlank: true }).optional(),
    location: textField({ max: LOCATION_MAX, mayBeBlank: true }).optional(),
    is_private: z.boolean().optional(),
  }),
  responses: { 200: profileResponse, 403: { schema: confirmationRequired } },
});

export const putAvatar = endpoint({
  id: 'putAvatar',
  method: 'PUT',
  path: '/api/accounts/profile/avatar/',
  summary: "Set the caller's picture",
  body: z.object({}),
  file: { field: 'avatar', required: true },
  responses: { 200: profileResponse },
});

export const deleteAvatar = deletion({
  id: 'deleteAvatar',
  path: '/api/accounts/profile/avatar/',
  summary: "Remove the caller's picture",
  responses: { 204: {} },
});

export const exportAccount = endpoint({
  id: 'exportAccount',
  path: '/api/accounts/export/',
  summary: "Export the caller's data",
  responses: { 200: zipFile },
});

/** The service checks which of the two is required for the account. */
const deletionConfirmation = z
  .object({ password: z.string().optional(), username: z.string().optional() })
  .meta({
    shownAs: z.union([z.object({ password: z.string().min(1) }), z.object({ username: usernameField })]),
  });

export const deleteAccount = deletion({
  id: 'deleteAccount',
  path: '/api/accounts/',
  summary: "Delete the caller's account",
  body: deletionConfirmation,
  responses: { 204: {} },
  access: 'fresh-session',
});

/** Endpoints by client method name. */
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

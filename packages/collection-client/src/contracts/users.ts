import type { Contract, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { commonErrors, errorResponse, invalidBody } from './errors.ts';
import { textField } from './text-field.ts';
import { validateUsername, normalizeUsername, USERNAME_MAX } from './username.ts';

const TAG = 'Users';
const NAME_MAX = 255;

export const user = z
  .object({
    username: z.string(),
    name: z.string(),
    url: z.string(),
  })
  .meta({ id: 'User' });

export const usernameField = textField({
  max: USERNAME_MAX,
  of: 'query',
})
  .transform(normalizeUsername)
  .superRefine((username, context) => {
    const problem = validateUsername(username);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    openapi: { type: 'string', minLength: 1, maxLength: USERNAME_MAX },
  });

export const nameField = textField({ max: NAME_MAX, mayBeBlank: true });

const params = z.object({
  username: z.string(),
});

const notThere = errorResponse;
const userResponse = { schema: user };
const changeErrors = {
  ...invalidBody,
  403: errorResponse,
  404: notThere,
  ...commonErrors,
} as const;

export const listUsers = {
  id: 'listUsers',
  method: 'GET',
  path: '/api/users/',
  tag: TAG,
  summary: 'List the caller',
  responses: {
    200: { schema: z.array(user).length(1) },
    ...commonErrors,
  },
} as const satisfies Contract;

export const getMe = {
  id: 'getMe',
  method: 'GET',
  path: '/api/users/me/',
  tag: TAG,
  summary: 'Get the caller',
  responses: { 200: userResponse, ...commonErrors },
} as const satisfies Contract;

export const getUser = {
  id: 'getUser',
  method: 'GET',
  path: '/api/users/{username}/',
  tag: TAG,
  summary: 'Get a user',
  params,
  responses: { 200: userResponse, 404: notThere, ...commonErrors },
} as const satisfies Contract;

export const putUser = {
  id: 'putUser',
  method: 'PUT',
  path: '/api/users/{username}/',
  tag: TAG,
  summary: 'Replace the caller',
  params,
  body: z.object({ username: usernameField, name: nameField.default('') }),
  responses: { 200: userResponse, ...changeErrors },
} as const satisfies Contract;

export const patchUser = {
  id: 'patchUser',
  method: 'PATCH',
  path: '/api/users/{username}/',
  tag: TAG,
  summary: 'Update the caller',
  params,
  body: z.object({ username: usernameField.optional(), name: nameField.optional() }),
  responses: { 200: userResponse, ...changeErrors },
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const userEndpoints = {
  /** A list of the caller alone. */
  list: listUsers,
  me: getMe,
  /** The caller, or a user whose profile is public; otherwise status 404. */
  get: getUser,
  /** Replaces the caller's names; an omitted name becomes empty. */
  put: putUser,
  patch: patchUser,
} as const satisfies ContractTree;

import * as z from 'zod';
import { hasLongMarks, isStorable, shorten, type ContractTree } from '@kitroom/shared';
import { endpointsOf } from './errors.ts';
import { textField } from './text-field.ts';
import { TEXT } from './texts.ts';

const endpoint = endpointsOf('Users');

/** The maximum length of a username, in characters. */
export const USERNAME_MAX = 150;

/** Error texts that clients rely on. */
export const USERNAME_TEXT = {
  taken: 'A user with that username already exists.',
  unavailable: 'This username is not available.',
  characters:
    'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
  reserved: 'This username is reserved.',
} as const;

/** Clients rely on this text. */
export const EMAIL_TAKEN = 'A user with that email already exists.';

/** `/api/users/me/` is the caller. */
const RESERVED = new Set(['me']);

/** Equivalent spellings are one username: composed, full width, ligatures. */
export function normalizeUsername(text: string): string {
  // Sorting combining marks takes quadratic time; longer text is never a username.
  return shorten(text, 2 * USERNAME_MAX).normalize('NFKC');
}

/** The error of a normalised username, except for its length; undefined if it is valid. */
export function validateUsername(username: string): string | undefined {
  if (RESERVED.has(toUsernameKey(username))) return USERNAME_TEXT.reserved;
  // URLs could not refer to such users: these are dot segments of a path.
  if (username === '.' || username === '..') return USERNAME_TEXT.characters;
  if (hasLongMarks(username)) return TEXT.marks;
  return /^[\p{L}\p{M}\p{Nd}@.+_-]*$/u.test(username) ? undefined : USERNAME_TEXT.characters;
}

/**
 * The key by which usernames are compared: Unicode's full case folding, so that σ equals ς, and ß equals ss.
 * In addition, the dotted and the dotless i are one letter, as the language of a name is unknown. SQL must
 * not use lower() instead, which only knows the letters of its locale.
 */
export function toUsernameKey(username: string): string {
  // Folded letter by letter, because the lower case of Σ depends on its neighbours.
  const folded = Array.from(normalizeUsername(username), foldLetter).join('');
  return folded.normalize('NFKC').replaceAll(/i\u0307+/g, 'i');
}

/** Converts to upper case and back: ς and σ, or ß and ss, only become equal in upper case. */
function foldLetter(letter: string): string {
  return letter.toLowerCase().toUpperCase().toLowerCase();
}

/** The key by which a username is looked up; undefined for an invalid username. */
export function findUsernameKey(text: string): string | undefined {
  return isStorable(text) && text.length <= USERNAME_MAX * 2 ? toUsernameKey(text) : undefined;
}

const NAME_MAX = 255;

export const user = z
  .object({ username: z.string(), name: z.string(), url: z.string() })
  .meta({ id: 'User' });

export const usernameField = textField({ max: USERNAME_MAX, of: 'query' })
  .transform(normalizeUsername)
  .superRefine((username, context) => {
    const problem = validateUsername(username);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({ openapi: { type: 'string', minLength: 1, maxLength: USERNAME_MAX } });

export const nameField = textField({ max: NAME_MAX, mayBeBlank: true });

const userResource = { path: '/api/users/{username}/', params: z.object({ username: z.string() }) } as const;

const userResponse = { schema: user };
export const listUsers = endpoint({
  id: 'listUsers',
  path: '/api/users/',
  summary: 'List the caller',
  responses: { 200: { schema: z.array(user).length(1) } },
});

export const getMe = endpoint({
  id: 'getMe',
  path: '/api/users/me/',
  summary: 'Get the caller',
  responses: { 200: userResponse },
});

export const getUser = endpoint({
  id: 'getUser',
  ...userResource,
  summary: 'Get a user',
  responses: { 200: userResponse },
});

export const putUser = endpoint({
  id: 'putUser',
  method: 'PUT',
  ...userResource,
  summary: 'Replace the caller',
  body: z.object({ username: usernameField, name: nameField.default('') }),
  responses: { 200: userResponse },
});

export const patchUser = endpoint({
  id: 'patchUser',
  method: 'PATCH',
  ...userResource,
  summary: 'Update the caller',
  body: z.object({ username: usernameField.optional(), name: nameField.optional() }),
  responses: { 200: userResponse },
});

/** Endpoints by client method name. */
export const userEndpoints = {
  /** A list that contains only the caller. */
  list: listUsers,
  me: getMe,
  /** The caller, or a user whose profile is public; otherwise status 404. */
  get: getUser,
  /** Replaces the caller's names; an omitted name becomes empty. */
  put: putUser,
  patch: patchUser,
} as const satisfies ContractTree;

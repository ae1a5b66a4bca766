import { bodyErrors, errorAnswer, errorBody, type Answer } from '@kitroom/shared';
import * as z from 'zod';

/** What is wrong with each field of the input; `non_field_errors` where it is no single field. */
export const fieldErrors = z.record(z.string(), z.array(z.string())).meta({ id: 'FieldErrors' });

/** What is wrong with each field. */
export type FieldErrors = z.infer<typeof fieldErrors>;

/** What any endpoint that counts against a limit may answer. */
export const openErrors = {
  429: errorAnswer('The rate limit is exceeded; see `Retry-After`.'),
  500: errorAnswer('An internal error.'),
  503: errorAnswer('The database is unavailable; see `Retry-After`.'),
} as const;

/** What any endpoint that needs credentials may answer. */
export const commonErrors = {
  401: errorAnswer('Credentials are missing or invalid.'),
  ...openErrors,
} as const;

/** What an endpoint may answer to input that does not fit. */
export const invalidInput: Answer = {
  description: 'Validation errors keyed by field, or `detail` if the body is not valid JSON.',
  schema: z.union([fieldErrors, errorBody]),
};

/** What an endpoint that takes a JSON body may answer to it. */
export const invalidBody = { 400: invalidInput, ...bodyErrors } as const;

/** What a change answers that a browser's cookie comes with, and that another page has made it send. */
export const forgery = {
  403: errorAnswer('The request comes from another origin, or its `X-CSRF-Token` is missing or invalid.'),
} as const;

/** The 403 of a change that is not allowed to everyone who is signed in: forged, by token, or not confirmed lately. */
export const confirmationRequired = z
  .object({
    detail: z.string(),
    confirmation_required: z.literal(true).optional().meta({
      description: 'Present if the request would succeed after `POST /api/accounts/confirm/`.',
    }),
  })
  .meta({ id: 'ConfirmationRequired' });

/** What an endpoint for sessions answers to an API token. */
export const tokenRefused = {
  403: errorAnswer("An API token was used, or the session's `X-CSRF-Token` is missing or invalid."),
} as const;

/** What a change of the ways into an account answers to a token, and to a session that is not fresh. */
export const confirmation = {
  403: {
    description:
      'An API token was used, the session has neither signed in nor confirmed within the last 15 minutes ' +
      '(`confirmation_required`), or the `X-CSRF-Token` is missing or invalid.',
    schema: confirmationRequired,
  },
} as const;

export { errorAnswer };

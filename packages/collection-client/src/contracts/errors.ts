import { bodyErrors, errorResponse, errorBody, type ContractResponse } from '@kitroom/shared';
import * as z from 'zod';

/** Validation errors keyed by field; `non_field_errors` for the input as a whole. */
export const fieldErrors = z.record(z.string(), z.array(z.string())).meta({ id: 'FieldErrors' });

export type FieldErrors = z.infer<typeof fieldErrors>;

/** Errors of every rate-limited endpoint. */
export const openErrors = { 429: errorResponse, 500: errorResponse, 503: errorResponse } as const;

/** Errors of every endpoint that requires credentials. */
export const commonErrors = { 401: errorResponse, ...openErrors } as const;

/** The error of an endpoint for invalid input. */
export const invalidInput: ContractResponse = { schema: z.union([fieldErrors, errorBody]) };

/** Errors of an endpoint that takes a JSON body. */
export const invalidBody = { 400: invalidInput, ...bodyErrors } as const;

/** The error of a change sent with a browser's cookie from another origin. */
export const forgery = { 403: errorResponse } as const;

/** The 403 of a change that needs more than being signed in: forged, sent with a token, or not recently confirmed. */
export const confirmationRequired = z
  .object({
    detail: z.string(),
    confirmation_required: z.literal(true).optional(),
  })
  .meta({ id: 'ConfirmationRequired' });

/** The 401 of a link with a password that this browser has not sent yet. */
export const passwordRequired = z
  .object({ detail: z.string(), password_required: z.literal(true) })
  .meta({ id: 'PasswordRequired' });

/** The error of a session-only endpoint for an API token. */
export const tokenRefused = { 403: errorResponse } as const;

/** Errors of a change of credentials, for an API token and for a session that is not fresh. */
export const confirmation = { 403: { schema: confirmationRequired } } as const;

export { errorResponse };

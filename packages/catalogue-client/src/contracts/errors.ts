import type { Answer } from '@kitroom/shared';
import { z } from 'zod';

/** The body of every error: what is wrong, in one sentence. */
export const errorBody = z.object({ detail: z.string() }).meta({ id: 'Error' });

/** The body of every error. */
export type ErrorBody = z.infer<typeof errorBody>;

/** The error answers that an endpoint documents. */
export function errorAnswer(description: string): Answer & { schema: typeof errorBody } {
  return { description, schema: errorBody };
}

/** What any endpoint may answer besides its own answers. */
export const commonErrors = {
  401: errorAnswer('API keys are on, and the key is missing, wrong, expired or revoked.'),
  403: errorAnswer('The request-rate limit is exceeded; `Retry-After` tells when to come back.'),
  500: errorAnswer('An internal error.'),
  503: errorAnswer('The database is away; `Retry-After` tells when to come back.'),
} as const;

/** What an endpoint may answer to a body that it was sent. */
export const bodyErrors = {
  413: errorAnswer('The request body is larger than 1 MiB.'),
  415: errorAnswer('The request body is not JSON in UTF-8.'),
} as const;

/** An endpoint that takes input may find it invalid. */
export const invalidInput = errorAnswer('A parameter is missing or invalid; `detail` tells.');

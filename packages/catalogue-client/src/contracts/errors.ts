import { errorAnswer } from '@kitroom/shared';

/** What an endpoint may answer that is neither counted nor needs a key. */
export const openErrors = {
  500: errorAnswer('An internal error.'),
  503: errorAnswer('The database is away; `Retry-After` tells when to come back.'),
} as const;

/** What any endpoint may answer besides its own answers. */
export const commonErrors = {
  401: errorAnswer('API keys are on, and the key is missing, wrong, expired or revoked.'),
  403: errorAnswer('The request-rate limit is exceeded; `Retry-After` tells when to come back.'),
  ...openErrors,
} as const;

/** An endpoint that takes input may find it invalid. */
export const invalidInput = errorAnswer('A parameter is missing or invalid; `detail` tells.');

export { bodyErrors, errorAnswer, errorBody, type ErrorBody } from '@kitroom/shared';

import { errorAnswer } from '@kitroom/shared';

/** What an endpoint may answer that is neither counted nor needs a key. */
export const openErrors = {
  500: errorAnswer('An internal error.'),
  503: errorAnswer('The database is unavailable; see `Retry-After`.'),
} as const;

/** What any endpoint may answer besides its own answers. */
export const commonErrors = {
  401: errorAnswer('API keys are required, and the key is missing, invalid, expired or revoked.'),
  403: errorAnswer('The rate limit is exceeded; see `Retry-After`.'),
  ...openErrors,
} as const;

/** An endpoint that takes input may find it invalid. */
export const invalidInput = errorAnswer('A parameter is missing or invalid; see `detail`.');

export { bodyErrors, errorAnswer, errorBody, type ErrorBody } from '@kitroom/shared';

import { errorResponse } from '@kitroom/shared';

/** Error responses of endpoints that are neither rate-limited nor need a key. */
export const openErrors = {
  500: errorResponse('An internal error.'),
  503: errorResponse('The database is unavailable; see `Retry-After`.'),
} as const;

/** Error responses of all other endpoints. */
export const commonErrors = {
  401: errorResponse('API keys are required, and the key is missing, invalid, expired or revoked.'),
  403: errorResponse('The rate limit is exceeded; see `Retry-After`.'),
  ...openErrors,
} as const;

/** The redirect of a club that was merged into another one. */
export const clubMoved = errorResponse(
  'The club was merged into another one in the last 90 days: the same request for that one is in `Location`.',
);

/** The error response of endpoints with input. */
export const invalidInput = errorResponse('A parameter is missing or invalid; see `detail`.');

export { bodyErrors, errorResponse, errorBody, type ErrorBody } from '@kitroom/shared';

import type * as z from 'zod';
import { errorResponse, type ContractResponse } from '@kitroom/shared';

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

/** The responses of an endpoint with input: `schema` with status 200, and the errors of all such endpoints. */
type ResponsesOf<Schema extends z.ZodType> = typeof commonErrors & {
  200: { description: string; schema: Schema };
  400: typeof invalidInput;
};

/** The responses of an endpoint with input; `errors` are its own. */
export function responsesOf<
  Schema extends z.ZodType,
  Errors extends Readonly<Record<number, ContractResponse>> = typeof commonErrors,
>(schema: Schema, description: string, errors?: Errors): ResponsesOf<Schema> & NoInfer<Errors> {
  const responses = { 200: { description, schema }, 400: invalidInput, ...commonErrors, ...errors };
  return responses as ResponsesOf<Schema> & Errors;
}

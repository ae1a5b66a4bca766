import type * as z from 'zod';
import { errorResponse, type ContractResponse } from '@kitroom/shared';

/** Error responses of endpoints that are not rate-limited and need no key. */
export const openErrors = {
  500: errorResponse,
  503: errorResponse,
} as const;

/** Error responses of all other endpoints. */
export const commonErrors = {
  401: errorResponse,
  403: errorResponse,
  ...openErrors,
} as const;

export { bodyErrors, errorResponse, errorBody, type ErrorBody } from '@kitroom/shared';

/**
 * The responses of an endpoint with input: `schema` with status 200, and the errors that all such endpoints
 * share.
 */
type ResponsesOf<Schema extends z.ZodType> = typeof commonErrors & {
  200: { schema: Schema };
  400: typeof errorResponse;
};

/** Returns the responses of an endpoint with input. `errors` are additional ones. */
export function responsesOf<
  Schema extends z.ZodType,
  Errors extends Readonly<Record<number, ContractResponse>> = typeof commonErrors,
>(schema: Schema, errors?: Errors): ResponsesOf<Schema> & NoInfer<Errors> {
  const responses = { 200: { schema }, 400: errorResponse, ...commonErrors, ...errors };
  return responses as ResponsesOf<Schema> & Errors;
}

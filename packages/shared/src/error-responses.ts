import * as z from 'zod';
import type { ContractResponse } from './contract.ts';

/** The body of an error: a description in one sentence. */
export const errorBody = z.object({ detail: z.string() }).meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBody>;

/** Defines an error response of a contract. */
export function errorResponse(description: string): ContractResponse & { schema: typeof errorBody } {
  return { description, schema: errorBody };
}

/** The response to a body that stops arriving. */
export const slowBody = errorResponse(
  'The request body arrived too slowly: at least 16 KiB are required every 10 seconds. The connection ' +
    'is closed.',
);

/** The possible error responses to a JSON body. */
export const bodyErrors = {
  408: slowBody,
  413: errorResponse('The request body is larger than 1 MiB.'),
  415: errorResponse('The request body is not JSON in UTF-8.'),
} as const;

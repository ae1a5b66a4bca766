import * as z from 'zod';
import type { ContractResponse } from './contract.ts';

/** The body of an error: a description in one sentence. */
export const errorBody = z.object({ detail: z.string() }).meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBody>;

/** An error response of a contract. */
export const errorResponse = { schema: errorBody } as const satisfies ContractResponse;

/** The possible error responses to a JSON body. */
export const bodyErrors = {
  408: errorResponse,
  413: errorResponse,
  415: errorResponse,
} as const;

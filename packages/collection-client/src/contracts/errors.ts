import * as z from 'zod';
import { bodyErrors, errorBody, errorResponse, type Contract, type ContractResponse } from '@kitroom/shared';

/** Validation errors keyed by field; `non_field_errors` for the input as a whole. */
export const fieldErrors = z.record(z.string(), z.array(z.string())).meta({ id: 'FieldErrors' });

export type FieldErrors = z.infer<typeof fieldErrors>;

/** The errors of a rejected batch, by item id and field. */
export const batchErrors = z
  .object({ errors: z.record(z.string(), fieldErrors) })
  .meta({ id: 'BatchErrors' });

/** The error of an endpoint for invalid input. */
export const invalidInput: ContractResponse = { schema: z.union([fieldErrors, errorBody]) };

/**
 * The 403 of a change that needs more than a session: it was forged, sent with a token, or not recently
 * confirmed.
 */
export const confirmationRequired = z
  .object({ detail: z.string(), confirmation_required: z.literal(true).optional() })
  .meta({ id: 'ConfirmationRequired' });

/** The 401 of a link with a password that this browser has not sent yet. */
export const passwordRequired = z
  .object({ detail: z.string(), password_required: z.literal(true) })
  .meta({ id: 'PasswordRequired' });

/** A CSV file, streamed while it is read. */
export const csvFile = {
  schema: z.string(),
  contentType: 'text/csv',
  isStream: true,
  headers: ['Content-Disposition'],
} as const satisfies ContractResponse;

/** A ZIP file. */
export const zipFile = {
  schema: z.string().meta({ openapi: { type: 'string', format: 'binary' } }),
  contentType: 'application/zip',
  headers: ['Content-Disposition'],
} as const satisfies ContractResponse;

type Common = Partial<Pick<Contract, 'method' | 'access' | 'stored' | 'isCounted' | 'needsPrimary'>>;

/**
 * Returns a function that defines the endpoints of a section of the OpenAPI document, with common properties.
 * Their `responses` omit errors that follow from access and input: they list results and specific errors.
 * Default method: GET.
 */
export function endpointsOf(tag: string, common: Common = {}) {
  return <const C extends Omit<Contract, 'tag' | 'method'> & Common>(
    definition: C & OnlyKnown<C>,
  ): C & Pick<Contract, 'tag' | 'method'> => {
    const contract = { method: 'GET' as const, ...common, ...definition, tag };
    return { ...contract, responses: { ...listErrors(contract), ...definition.responses } };
  };
}

/** Forbids properties that contracts do not have. */
type OnlyKnown<C> = { [Name in Exclude<keyof C, keyof Contract>]: never };

/** The errors that follow from the access and the input of an endpoint. */
function listErrors(contract: Omit<Contract, 'tag'>) {
  const { method, access, params, query, body, file, takesIdempotencyKey } = contract;
  const takesBody = body !== undefined || file !== undefined;
  const isFresh = access === 'fresh-session' || access === 'fresh-session-with-code';
  const needsOneKind = access === 'session' || access === 'token';
  return {
    ...((takesBody || query) && { 400: invalidInput }),
    ...(access !== 'public' && { 401: errorResponse }),
    // The request is forged, sent with a read-only token or the wrong kind of credentials, or not recently
    // confirmed.
    ...((method !== 'GET' || needsOneKind) && { 403: errorResponse }),
    ...(isFresh && { 403: { schema: confirmationRequired } }),
    ...((params || (query && 'page' in query.shape)) && { 404: errorResponse }),
    ...(takesBody && bodyErrors),
    // An equal request is being processed, or another one had the same key.
    ...(takesIdempotencyKey && { 409: errorResponse, 422: errorResponse }),
    429: errorResponse,
    500: errorResponse,
    503: errorResponse,
  };
}

export { errorResponse };

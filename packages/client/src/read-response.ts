import type * as z from 'zod';
import { parseRetryAfter, type Contract } from '@kitroom/shared';
import type { Failure } from './client-error.ts';

/** A response with its whole body as a string. */
export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Why a response is invalid: `http` for an error status, otherwise `invalid_response`. */
interface ResponseFailure extends Omit<Failure, 'message'> {
  /** The problem, in one line. */
  problem: string;
}

/**
 * Validates a response against the contract and returns its body. `statuses` count as successes. Bodies are
 * returned as received, including fields unknown to this version.
 */
export function readResponse(
  contract: Contract,
  statuses: readonly number[],
  raw: RawResponse,
): { value: unknown } | ResponseFailure {
  const { status } = raw;
  const details = detailsOf(raw);
  if (statuses.includes(status)) {
    const body = readBody(contract, raw);
    if ('value' in body) return body;
    // An error status with another body is probably an error of a proxy in front of the service.
    if (status < 400) return { ...details, ...body, code: 'invalid_response' };
  }
  if (status < 300)
    return { ...details, code: 'invalid_response', problem: `an undocumented status, ${status}` };
  const detail = details.detail === undefined ? '' : ` ${details.detail}`;
  return { ...details, code: 'http', problem: `${status}${detail}` };
}

type Body = { value: unknown } | { problem: string; cause?: unknown };

function readBody(contract: Contract, raw: RawResponse): Body {
  const response = contract.responses[raw.status];
  if (!response?.schema) return { value: undefined };
  const expected = response.contentType ?? 'application/json';
  const contentType = raw.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (contentType !== undefined && contentType !== expected) {
    return { problem: `the response is ${contentType}, not ${expected}` };
  }
  const parsed = expected === 'application/json' ? parseJson(raw.text) : { value: raw.text };
  if (!('value' in parsed)) return parsed;
  if (isValid(response.schema, parsed.value)) return parsed;
  const isExplainable = raw.text.split(',', EXPLAINED_VALUES_MAX).length < EXPLAINED_VALUES_MAX;
  return {
    problem: 'the response is not of the documented shape',
    cause: isExplainable ? response.schema.safeParse(parsed.value).error : undefined,
  };
}

/**
 * Larger bodies are not explained. The limit is enough for 100 items with all fields, and low enough to
 * collect all errors.
 */
const EXPLAINED_VALUES_MAX = 10_000;

/**
 * Whether a value matches a schema. Unlike `safeParse`, `validate` stops at the first invalid element;
 * `[{},{},…]` may have millions.
 */
function isValid(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.validate(value);
  } catch {
    // Zod does not stop at some errors, such as invalid dates. More than 100,000 of them overflow the stack.
    return false;
  }
}

function parseJson(text: string): Body {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // The parser's error is not the cause, because it quotes the response, which may contain a token.
    return { problem: 'the response is not JSON' };
  }
}

function detailsOf({ status, headers, text }: RawResponse) {
  const parsed = status < 400 ? undefined : parseJson(text);
  const errorBody = parsed && 'value' in parsed ? parsed.value : undefined;
  return {
    status,
    errorBody,
    detail: detailOf(errorBody),
    retryAfterMs: parseRetryAfter(headers.get('retry-after') ?? undefined),
    requestId: headers.get('x-request-id') ?? undefined,
  };
}

function detailOf(errorBody: unknown): string | undefined {
  if (typeof errorBody !== 'object' || errorBody === null) return undefined;
  const { detail } = errorBody as { detail?: unknown };
  return typeof detail === 'string' ? detail : undefined;
}

import type * as z from 'zod';
import { parseRetryAfter, type Contract } from '@kitroom/shared';
import type { Failure } from './client-error.ts';

/** A response with its whole body as text. */
export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Why a response is invalid: `http` for an error status, otherwise `invalid_answer`. */
interface ResponseFailure extends Omit<Failure, 'message'> {
  /** The problem, in one line. */
  what: string;
}

/**
 * Checks a response against the contract and returns its body. `statuses` are those that count as successes.
 * Bodies are returned as received, including fields unknown to this version.
 */
export function readResponse(
  contract: Contract,
  statuses: readonly number[],
  raw: RawResponse,
): { value: unknown } | ResponseFailure {
  const { status } = raw;
  const facts = factsOf(raw);
  if (statuses.includes(status)) {
    const body = readBody(contract, raw);
    if ('value' in body) return body;
    // A proxy in front of the service sends its own errors under the same statuses.
    if (status < 400) return { ...facts, ...body, code: 'invalid_answer' };
  }
  if (status < 300) return { ...facts, code: 'invalid_answer', what: `an undocumented status, ${status}` };
  const detail = facts.detail === undefined ? '' : ` ${facts.detail}`;
  return { ...facts, code: 'http', what: `${status}${detail}` };
}

type Body = { value: unknown } | { what: string; cause?: unknown };

function readBody(contract: Contract, raw: RawResponse): Body {
  const response = contract.responses[raw.status];
  if (!response?.schema) return { value: undefined };
  const expected = response.contentType ?? 'application/json';
  const arrived = raw.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (arrived !== undefined && arrived !== expected) {
    return { what: `the response is ${arrived}, not ${expected}` };
  }
  const parsed = expected === 'application/json' ? parseJson(raw.text) : { value: raw.text };
  if (!('value' in parsed)) return parsed;
  if (isValid(response.schema, parsed.value)) return parsed;
  const isExplained = raw.text.split(',', EXPLAINED_VALUES_MAX).length < EXPLAINED_VALUES_MAX;
  return {
    what: 'the response is not of the documented shape',
    cause: isExplained ? response.schema.safeParse(parsed.value).error : undefined,
  };
}

/** Enough for 100 items with all their fields, and few enough to collect the errors of each. */
const EXPLAINED_VALUES_MAX = 10_000;

/**
 * Stops at the first invalid element, whereas `safeParse` collects all errors, of which `[{},{},…]` has
 * millions.
 */
function isValid(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.validate(value);
  } catch {
    // More than 100,000 errors that Zod does not stop at, such as wrong dates, exceed the stack.
    return false;
  }
}

function parseJson(text: string): Body {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Without the parser's error as its cause: it quotes the response, which may hold a token.
    return { what: 'the response is not JSON' };
  }
}

function factsOf({ status, headers, text }: RawResponse) {
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

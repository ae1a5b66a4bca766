import type { Contract } from './contract.ts';
import { parseRetryAfter } from './retry-after.ts';

/** What came back to a client: a status, the headers, and the whole body as text. */
export interface RawAnswer {
  status: number;
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  text: string;
}

/** Why what came back is not the answer: the error's own words, as far as there are any. */
export interface AnswerFailure {
  /** `http` for an error status, `invalid_answer` for a body or a status that the contract does not know. */
  code: 'http' | 'invalid_answer';
  /** The question and what is wrong, in one line. */
  message: string;
  status: number;
  /** The parsed body of an error status; undefined where it is no JSON. */
  errorBody: unknown;
  /** The `detail` of that body. */
  detail: string | undefined;
  /** What `Retry-After` asks for, in milliseconds. */
  retryAfterMs: number | undefined;
  requestId: string | undefined;
  /** Which fields have another shape. */
  cause?: unknown;
}

/**
 * The body of an answer, checked against the contract. `statuses` are those that count as answers; their
 * bodies are returned as they arrived, fields that this version does not know included.
 */
export function readAnswer(
  contract: Contract,
  statuses: readonly number[],
  raw: RawAnswer,
): { value: unknown } | { failure: AnswerFailure } {
  const question = `${contract.method} ${contract.path}`;
  const facts = factsOf(raw);
  if (statuses.includes(raw.status)) {
    const body = readBody(contract, raw);
    if ('value' in body) return body;
    // A proxy in front of the service answers errors of its own under the same statuses.
    if (raw.status < 400) {
      const { wrong, cause } = body;
      return { failure: { ...facts, code: 'invalid_answer', message: `${question}: ${wrong}`, cause } };
    }
  }
  if (raw.status < 300) {
    const message = `${question}: an undocumented status, ${raw.status}`;
    return { failure: { ...facts, code: 'invalid_answer', message } };
  }
  const told = facts.detail === undefined ? '' : ` ${facts.detail}`;
  return { failure: { ...facts, code: 'http', message: `${question}: ${raw.status}${told}` } };
}

type Body = { value: unknown } | { wrong: string; cause?: unknown };

function readBody(contract: Contract, raw: RawAnswer): Body {
  const answer = contract.answers[raw.status];
  if (!answer?.schema) return { value: undefined };
  const expected = answer.contentType ?? 'application/json';
  const arrived = raw.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (arrived !== undefined && arrived !== expected) {
    return { wrong: `the answer is ${arrived}, not ${expected}` };
  }
  const parsed = expected === 'application/json' ? parseJson(raw.text) : { value: raw.text };
  if (!('value' in parsed)) return parsed;
  const checked = answer.schema.safeParse(parsed.value);
  if (checked.success) return parsed;
  return { wrong: 'the answer is not of the documented shape', cause: checked.error };
}

function parseJson(text: string): Body {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Without the parser's error as the cause: that one quotes the answer, which may hold a token.
    return { wrong: 'the answer is not JSON' };
  }
}

function factsOf(raw: RawAnswer): Omit<AnswerFailure, 'code' | 'message'> {
  const parsed = raw.status < 400 ? undefined : parseJson(raw.text);
  const errorBody = parsed && 'value' in parsed ? parsed.value : undefined;
  return {
    status: raw.status,
    errorBody,
    detail: detailOf(errorBody),
    retryAfterMs: parseRetryAfter(raw.header('retry-after')),
    requestId: raw.header('x-request-id'),
  };
}

function detailOf(errorBody: unknown): string | undefined {
  if (typeof errorBody !== 'object' || errorBody === null) return undefined;
  const { detail } = errorBody as { detail?: unknown };
  return typeof detail === 'string' ? detail : undefined;
}

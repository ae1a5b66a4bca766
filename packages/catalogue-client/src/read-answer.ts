import { parseRetryAfter, type Contract } from '@kitroom/shared';
import { CatalogueError, type CatalogueErrorFacts } from './catalogue-error.ts';

/** What came back: a status, headers in lower case, and the whole body as text. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/**
 * The body of an answer, checked against the contract. `statuses` are those that count as answers; their
 * bodies are returned as they arrived, fields that this version does not know included. Throws a
 * `CatalogueError`: `http` for any other status, `invalid_answer` for a body of another shape.
 */
export function readAnswer(contract: Contract, statuses: readonly number[], raw: RawAnswer): unknown {
  const question = `${contract.method} ${contract.path}`;
  const facts = factsOf(raw);
  if (statuses.includes(raw.status)) {
    const body = readBody(contract, raw);
    if ('value' in body) return body.value;
    // A proxy in front of the catalogue answers errors of its own under the same statuses.
    if (raw.status < 400) {
      throw new CatalogueError('invalid_answer', `${question}: ${body.wrong}`, {
        ...facts,
        cause: body.cause,
      });
    }
  }
  if (raw.status < 300) {
    throw new CatalogueError('invalid_answer', `${question}: an undocumented status, ${raw.status}`, facts);
  }
  const told = facts.detail === undefined ? '' : ` ${facts.detail}`;
  throw new CatalogueError('http', `${question}: ${raw.status}${told}`, facts);
}

type Body = { value: unknown } | { wrong: string; cause?: unknown };

function readBody(contract: Contract, raw: RawAnswer): Body {
  const answer = contract.answers[raw.status];
  if (!answer?.schema) return { value: undefined };
  const expected = answer.contentType ?? 'application/json';
  const arrived = first(raw.headers['content-type'])?.split(';')[0]?.trim().toLowerCase();
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
  } catch (cause) {
    return { wrong: 'the answer is not JSON', cause };
  }
}

function factsOf(raw: RawAnswer): CatalogueErrorFacts {
  return {
    status: raw.status,
    detail: raw.status < 400 ? undefined : detailOf(raw.text),
    retryAfterMs: parseRetryAfter(first(raw.headers['retry-after'])),
    requestId: first(raw.headers['x-request-id']),
  };
}

function detailOf(text: string): string | undefined {
  const parsed = parseJson(text);
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const { detail } = parsed.value as { detail?: unknown };
  return typeof detail === 'string' ? detail : undefined;
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

import type { OpenAPIV3 } from 'openapi-types';
import { createResponseCheck, type ResponseCheck } from '@kitroom/testing/check-response';
import { writeHead, type WireAnswer, type WireRequest } from './exchange.ts';

/** Says all that is wrong with an answer, in sentences. */
export type Judge = (
  request: WireRequest,
  answer: WireAnswer,
  intent: { isIllegal: boolean; isAddressed: boolean },
) => string[];

/** What a server may say to a request that it can not read. */
const UNREADABLE = new Set([400, 408, 413, 417, 431]);

/**
 * Whatever the limits, a new address is sent no second mail within minutes, and two files of a user are
 * received at a time.
 */
const OTHERWISE_LIMITED = /^(?:https?:\/\/[^/]*)?\/api\/(?:accounts\/profile|imports)\b/;

/** Node reads so much of an address and headers. */
const HEAD_BYTES_MAX = 16_000;

/** What an answer must never tell: stacks, files, SQL. No request holds any of these. */
const LEAKS =
  /node_modules|file:\/\/\/(?!etc)|\n\s+at |\.(?:ts|mjs|js):\d|\bat (?:async )?[\w.]+ \(|violates|duplicate key|invalid input syntax|byte sequence|ECONN|\bpg_|SqlState|select .+ from "/i;

/** Judges by a service's OpenAPI document. */
export function createJudge(document: OpenAPIV3.Document): Judge {
  const check = createResponseCheck(document);
  return (request, answer, { isIllegal, isAddressed }) => {
    const problems: string[] = [];
    const { status, headers } = answer;
    if (status >= 500) problems.push(`status ${status}`);
    if (status === 429 && !OTHERWISE_LIMITED.test(request.target)) {
      problems.push('status 429 although the limits are high');
    }
    if (!/^[\w.:/+=@-]{1,128}$/.test(headers.get('x-request-id') ?? '')) problems.push('no X-Request-Id');
    const body = readBody(answer, problems);
    if (status >= 400 && typeof body.text === 'string' && LEAKS.test(body.text)) {
      problems.push(`it tells too much: ${LEAKS.exec(body.text)?.[0]}`);
    }
    const isUnreadable = isIllegal || isTooLong(request) || (!isAddressed && !isUtf8(request.target));
    if (isUnreadable && UNREADABLE.has(status) && isRefusal(request, body.value)) return problems;
    return [...problems, ...checkDocument(check, request, { ...answer, value: body.value })];
  };
}

function isTooLong(request: WireRequest): boolean {
  return writeHead(request).length > HEAD_BYTES_MAX;
}

function isUtf8(target: string): boolean {
  try {
    decodeURIComponent(target.replace(/[?#].*$/s, ''));
    return true;
  } catch {
    return false;
  }
}

function readBody(
  { headers, body, status }: WireAnswer,
  problems: string[],
): { text?: string; value: unknown } {
  const type = headers.get('content-type') ?? '';
  if (body.length > 0 && type === '') problems.push('a body without Content-Type');
  if (body.length === 0 && status >= 400 && headers.get('content-length') === '0')
    problems.push('an empty error');
  if (!/^(?:application\/json|text\/|image\/svg)/.test(type)) return { value: body };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return { text, value: type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text };
  } catch (error) {
    problems.push(`a body that can not be read: ${String(error)}`);
    return { value: undefined };
  }
}

/** Whether nothing but a reason was given. */
function isRefusal({ method }: WireRequest, value: unknown): boolean {
  return method === 'HEAD' || (typeof value === 'object' && value !== null && 'detail' in value);
}

function checkDocument(
  check: ResponseCheck,
  { method, target }: WireRequest,
  { status, headers, value }: WireAnswer & { value: unknown },
): string[] {
  const path = target.replace(/^http:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
  try {
    // Several of a name are lines.
    const joined = [...headers].map(([name, text]): [string, string] => [name, text.replaceAll('\n', ', ')]);
    check({ method, path, status, headers: new Headers(joined), body: value });
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

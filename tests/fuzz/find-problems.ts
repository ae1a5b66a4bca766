import type { OpenAPIV3 } from 'openapi-types';
import { createResponseCheck } from '@kitroom/testing/check-response';
import type { WireRequest, WireResponse } from './send-request.ts';

/** Lists the problems of a response. `isOperation` is false if the request may target no operation. */
export type FindProblems = (
  request: Pick<WireRequest, 'method' | 'target' | 'isMalformed'>,
  response: WireResponse,
  isOperation?: boolean,
) => string[];

/** Statuses with which a server may reject an unreadable request. */
const REJECTIONS = new Set([400, 408, 413, 417, 431]);

/** Paths with limits that cannot be configured: on messages to an address, concurrent uploads and scrapes. */
const ALWAYS_LIMITED = /^(?:https?:\/\/[^/]*)?\/api\/(?:accounts\/profile|imports|user-collection)\b/;

/** Stack traces, file names and SQL, which no response may contain. No request contains any of these. */
const LEAKS =
  /node_modules|file:\/\/\/(?!etc)|\n\s+at |\.(?:ts|mjs|js):\d|\bat (?:async )?[\w.]+ \(|violates|duplicate key|invalid input syntax|byte sequence|ECONN|\bpg_|SqlState|select .+ from "/i;

/** Creates a check of responses against a service's OpenAPI document. */
export function createProblemFinder(document: OpenAPIV3.Document): FindProblems {
  const check = createResponseCheck(document);
  return (request, response, isOperation = true) => {
    const problems: string[] = [];
    const { status, headers } = response;
    const { method, target } = request;
    const path = target.replace(/^http:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
    if (status >= 500) problems.push(`status ${status}`);
    if (status === 429 && !ALWAYS_LIMITED.test(target)) problems.push('status 429 in spite of high limits');
    if (!/^[\w.:/+=@-]{1,128}$/.test(headers.get('x-request-id') ?? '')) problems.push('no X-Request-Id');
    const body = readBody(response, problems);
    const leak = status >= 400 && typeof body.text === 'string' && LEAKS.exec(body.text);
    if (leak) problems.push(`leaks internals: ${leak[0]}`);
    const mayBeRejected = request.isMalformed || (!isOperation && !isUtf8(path));
    if (mayBeRejected && REJECTIONS.has(status) && isError(method, body.value)) return problems;
    try {
      check({ method, path, status, headers, body: body.value });
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
    return problems;
  };
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function readBody(response: WireResponse, problems: string[]): { text?: string; value: unknown } {
  const { headers, body, status } = response;
  const type = headers.get('content-type') ?? '';
  if (body.length > 0 && type === '') problems.push('body without Content-Type');
  if (body.length === 0 && status >= 400 && headers.get('content-length') === '0')
    problems.push('error without a body');
  if (!/^(?:application\/json|text\/|image\/svg)/.test(type)) return { value: body };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return { text, value: type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text };
  } catch (error) {
    problems.push(`unreadable body: ${String(error)}`);
    return { value: undefined };
  }
}

/** Whether the body is an error with a description, or omitted because of HEAD. */
function isError(method: string, value: unknown): boolean {
  return method === 'HEAD' || (typeof value === 'object' && value !== null && 'detail' in value);
}

import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Check, HeaderList } from './check.ts';

/** Answers a request whose route and input are known; `headers` are those of the checks that it passed. */
export type AnswerKnown = (request: Request, response: Response, headers: HeaderList) => Promise<void>;

/** Requests by their URL: the next one with the same URL needs neither routes nor validation. */
export interface KnownRequests {
  /** What such a request has to pass: the same as all others to endpoints. */
  checks: readonly Check[];
  find(request: IncomingMessage): AnswerKnown | undefined;
  remember(request: IncomingMessage, answer: AnswerKnown): void;
}

const REMEMBERED = 10_000;
const URL_MAX = 1000;

/** Remembers the latest GET requests. */
export function openKnownRequests(checks: readonly Check[]): KnownRequests {
  const known = new LRUCache<string, AnswerKnown>({ max: REMEMBERED });
  return {
    checks,
    find: ({ method, url = '' }) => (method === 'GET' ? known.get(url) : undefined),
    remember({ method, url = '' }, answer) {
      if (method === 'GET' && url.length <= URL_MAX) known.set(url, answer);
    },
  };
}

import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/** Answers a request whose route and input are known. */
export type AnswerKnown = (request: Request, response: Response) => Promise<void>;

/** Requests by their URL: the next one with the same URL needs neither routes nor validation. */
export interface KnownRequests {
  find(request: IncomingMessage): AnswerKnown | undefined;
  remember(request: IncomingMessage, answer: AnswerKnown): void;
}

const REMEMBERED = 10_000;
const URL_MAX = 1000;

/** Remembers the latest GET requests. */
export function openKnownRequests(): KnownRequests {
  const known = new LRUCache<string, AnswerKnown>({ max: REMEMBERED });
  return {
    find: ({ method, url = '' }) => (method === 'GET' ? known.get(url) : undefined),
    remember({ method, url = '' }, answer) {
      if (method === 'GET' && url.length <= URL_MAX) known.set(url, answer);
    },
  };
}

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** Lets a request pass and returns the headers that its response gets; throws if it must not pass. */
export type Check = (request: Request, response: Response) => HeaderList | Promise<HeaderList>;

/** Checks, one after another, as Express middleware. */
export function toMiddleware(...checks: Check[]): RequestHandler {
  return async (request, response, next) => {
    for (const check of checks) {
      const headers = check(request, response);
      addHeaders(response, headers instanceof Promise ? await headers : headers);
    }
    next();
  };
}

/** Sets headers; `Vary` is extended. */
export function addHeaders(response: Response, headers: HeaderList): void {
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    if (name.toLowerCase() === 'vary') response.vary(value);
    else response.setHeader(name, value);
  }
}

/** The headers that a handler sets on the response to a request with these headers. */
export function listHeaders(
  handler: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
  headers: Record<string, string> = {},
): HeaderList {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', headers });
  const response = new ServerResponse(request);
  handler(request, response, () => undefined);
  return response.getHeaderNames().flatMap((name) => [name, String(response.getHeader(name))]);
}

import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { entityTag } from '../cache/cache.ts';
import { sendAnswer } from '../http/send-body.ts';

/** The stylesheet's file name below a site's root. */
export const STYLESHEET = 'style.css';

/** Serves the stylesheet, which needs no session. */
export function serveStylesheet(): RequestHandler {
  const body = readFileSync(new URL('./style.css', import.meta.url));
  const answer = { body, etag: entityTag(body) };
  return (request, response) => {
    response.set('Cache-Control', 'no-cache');
    sendAnswer(request, response, answer, { contentType: 'text/css; charset=utf-8' });
  };
}

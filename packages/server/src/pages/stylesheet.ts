import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { entityTag } from '../cache/cache.ts';
import { sendResponse } from '../http/send-body.ts';

/** The stylesheet's file name below a site's root. */
export const STYLESHEET = 'style.css';

/** The script's file name below the root of sites that have one. */
export const SCRIPT = 'page.js';

/** Serves the stylesheet, which needs no session. */
export function serveStylesheet(): RequestHandler {
  return serveFile(STYLESHEET, 'text/css; charset=utf-8');
}

/** Serves the script, which needs no session. */
export function serveScript(): RequestHandler {
  return serveFile(SCRIPT, 'text/javascript; charset=utf-8');
}

function serveFile(name: string, type: string): RequestHandler {
  const body = readFileSync(new URL(name, import.meta.url));
  const answer = { body, etag: entityTag(body) };
  return (request, response) => {
    response.set('Cache-Control', 'no-cache');
    sendResponse(request, response, answer, type);
  };
}

import type { RequestHandler } from 'express';
import { readFileSync } from 'node:fs';
import { entityTag } from '../cache/cache.ts';
import { sendResponse } from '../http/send-body.ts';

/** Responses must not be cached, and referrers not sent to other sites. */
export const keepPrivate: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Not `no-referrer`: browsers would then omit the origin of forms even for this service.
    'Referrer-Policy': 'same-origin',
  });
  next();
};

/** Pages need a stylesheet, images and forms, some a script of their own; framing and all other scripts are blocked. */
export function allowLittle({
  imageOrigins = [],
  redirectOrigins = [],
  hasScript = false,
}: {
  imageOrigins?: readonly string[];
  /** Browsers apply `form-action` to the redirect after a form, too. */
  redirectOrigins?: readonly string[];
  hasScript?: boolean;
}): RequestHandler {
  const policy =
    `default-src 'none';base-uri 'none';form-action ${["'self'", ...redirectOrigins].join(' ')};` +
    "frame-ancestors 'none';" +
    `img-src ${["'self'", 'data:', ...imageOrigins].join(' ')};style-src 'self'` +
    (hasScript ? ";script-src 'self';connect-src 'self'" : '');
  return (_request, response, next) => {
    response.set({ 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' });
    next();
  };
}

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
  const cached = { body, etag: entityTag(body) };
  return (request, response) => {
    response.set('Cache-Control', 'no-cache');
    sendResponse(request, response, cached, type);
  };
}

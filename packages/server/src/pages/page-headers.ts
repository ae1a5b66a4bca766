import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
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

/**
 * Sets a policy that allows the site's stylesheet, images and forms, and its script if there is one; framing
 * and all other scripts are blocked.
 */
export function restrictContent({
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

/** The names of the stylesheet below a site's root, and of the script that some sites have. */
export const STYLESHEET = 'style.css';
export const SCRIPT = 'page.js';

const TYPES = { [STYLESHEET]: 'text/css; charset=utf-8', [SCRIPT]: 'text/javascript; charset=utf-8' };

/** Serves the stylesheet or the script, which need no session. */
export function serveFile(name: keyof typeof TYPES): RequestHandler {
  const body = readFileSync(new URL(name, import.meta.url));
  const cached = { body, etag: entityTag(body) };
  return async (request, response) => {
    response.set('Cache-Control', 'no-cache');
    await sendResponse(request, response, cached, TYPES[name]);
  };
}

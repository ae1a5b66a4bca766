import { shareWithEveryOrigin } from '@kitroom/server/http/cross-origin';
import { notFound } from '@kitroom/server/http/errors';
import { refuseMethod } from '@kitroom/server/http/refuse-method';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { toMediaPath } from '../variables/storage-variables.ts';
import { contentTypeOf, FILE_CACHE_CONTROL } from './content-type.ts';
import { isKey } from './storage.ts';
import type { Config } from '../config.ts';

/** Serves the files of local storage to everyone who knows their names. What S3 keeps, S3 serves. */
export function createMediaRouter({ config }: { config: Config }): Router {
  const router = Router({ caseSensitive: true });
  if (config.STORAGE !== 'local') return router;
  const path = toMediaPath(config.MEDIA_URL);
  router.use(
    path,
    nameRoute(path),
    ...shareWithEveryOrigin(['GET', 'HEAD']),
    readOnly,
    refuseStrangeNames,
    ignoreInsistence,
    serveFiles(config.MEDIA_ROOT),
    refuseMissing,
  );
  router.use(path, answerWithoutFile);
  return router;
}

function nameRoute(path: string): RequestHandler {
  return (_request, response, next) => {
    response.locals['route'] = `${path}{key}`;
    next();
  };
}

const refuseOtherMethods = refuseMethod(['GET']);
const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') next();
  else refuseOtherMethods(request, response, next);
};

/** A client that insists on a new copy (as Node's fetch does with every condition) would get the same one. */
const ignoreInsistence: RequestHandler = (request, _response, next) => {
  delete request.headers['cache-control'];
  next();
};

/** Keys need no escaping, so that what is escaped names nothing; neither does what the storage keeps for itself. */
const refuseStrangeNames: RequestHandler = (request, _response, next) => {
  if (!isKey(request.path.slice(1))) throw notFound('Not found.');
  next();
};

function serveFiles(root: string): RequestHandler {
  return express.static(root, {
    index: false,
    redirect: false,
    // It is said below: this one would leave alone what the app has said before.
    cacheControl: false,
    setHeaders: (response, path) => {
      response.set({
        'Cache-Control': FILE_CACHE_CONTROL,
        'Content-Type': contentTypeOf(path),
        // Whatever a file claims to be, nothing in it runs.
        'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      });
    },
  });
}

const refuseMissing: RequestHandler = () => {
  throw notFound('Not found.');
};

/** A file was found, but not sent: a range that it does not have, or a condition that it does not meet. */
const answerWithoutFile: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  for (const name of ['ETag', 'Last-Modified', 'Content-Type']) response.removeHeader(name);
  response.set('Cache-Control', 'no-cache');
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 416) response.status(416).json({ detail: 'The file does not have this range.' });
  else if (status === 412) response.status(412).json({ detail: 'The file does not meet this condition.' });
  else next(error);
};

import express, { Router, type RequestHandler } from 'express';
import { EVERY_ORIGIN, shareWithOrigins } from '@kitroom/server/http/cross-origin';
import { refuseMethod } from '@kitroom/server/http/error-handling';
import { notFound } from '@kitroom/server/http/errors';
import { handleFileErrors } from '@kitroom/server/http/file-reply';
import type { Config } from '../config.ts';
import { toMediaPath } from '../variables/storage-variables.ts';
import { contentTypeOf, EXPORT_FOLDER, FILE_CACHE_CONTROL, IMPORT_FOLDER, isKey } from './storage.ts';

/** Serves the files of local storage to everyone who knows their names. Files in S3 are served by S3. */
export function createMediaRouter({ config }: { config: Config }): Router {
  const router = Router({ caseSensitive: true });
  if (config.STORAGE !== 'local') return router;
  const path = toMediaPath(config.MEDIA_URL);
  router.use(
    path,
    nameRoute(path),
    ...shareWithOrigins([EVERY_ORIGIN], { methods: ['GET', 'HEAD'] }),
    readOnly,
    rejectInvalidKeys,
    ignoreNoCache,
    serveFiles(config.MEDIA_ROOT),
    refuseMissing,
  );
  router.use(path, handleFileErrors);
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

/**
 * Ignores `no-cache` in requests, which Node's fetch adds to every conditional request, as files never
 * change.
 */
const ignoreNoCache: RequestHandler = (request, _response, next) => {
  delete request.headers['cache-control'];
  next();
};

const isPrivate = (key: string) => key.startsWith(`${EXPORT_FOLDER}/`) || key.startsWith(`${IMPORT_FOLDER}/`);

/**
 * Rejects escaped paths, as keys need no escaping, the storage's internal names, and files that only their
 * owners or the service may read.
 */
const rejectInvalidKeys: RequestHandler = (request, _response, next) => {
  const key = request.path.slice(1);
  if (!isKey(key) || isPrivate(key)) throw notFound('Not found.');
  next();
};

function serveFiles(root: string): RequestHandler {
  return express.static(root, {
    index: false,
    redirect: false,
    // Set by `setHeaders`, as this option would not override the app's header.
    cacheControl: false,
    setHeaders: (response, path) => {
      response.set({
        'Cache-Control': FILE_CACHE_CONTROL,
        'Content-Type': contentTypeOf(path),
        // Prevents scripts in any file from running.
        'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      });
    },
  });
}

const refuseMissing: RequestHandler = () => {
  throw notFound('Not found.');
};

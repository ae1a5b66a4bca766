import type { ErrorRequestHandler } from 'express';
import { ServiceError } from './errors.ts';

const DETAILS: Readonly<Record<number, string>> = {
  404: 'There is no such file.',
  412: 'The file does not meet this condition.',
  416: 'The file does not have this range.',
};

/**
 * Answers for Express's file handlers that did not send a file: it does not exist, it does not meet a condition of the
 * request, or it does not have the requested range.
 */
export const handleFileErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof ServiceError) return next(error);
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  const detail = DETAILS[status];
  if (response.headersSent || detail === undefined) return next(error);
  for (const name of ['Accept-Ranges', 'ETag', 'Last-Modified', 'Content-Type']) response.removeHeader(name);
  response.set('Cache-Control', 'no-cache').status(status).json({ detail });
};

import type { Contract } from '@kitroom/shared';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { ReceivedFile } from './endpoint.ts';
import { ServiceError } from './errors.ts';

/**
 * Receives a form with a file: leaves its fields in `request.body`, lets `use` work with the file if there is one, and
 * has removed it when it resolves or rejects. Throws a ServiceError for a form that cannot be read.
 */
export type FormReceiver = <T>(
  form: { request: Request; response: Response; field: string },
  use: (file: ReceivedFile | undefined) => Promise<T>,
) => Promise<T>;

/** The largest JSON body, in bytes: 1 MiB. */
export const BODY_BYTES_MAX = 1_048_576;
const FORM = 'multipart/form-data';

const parseJson = express.json({ limit: BODY_BYTES_MAX, strict: false });

/** Whether the body is a form that can hold a file. */
export function isForm(request: Request): boolean {
  return Boolean(request.is(FORM));
}

/**
 * Leaves the parsed JSON in `request.body`; no body at all is as good as an empty object, but one that is not JSON is
 * refused, and so is JSON that can not hold the file an endpoint needs.
 */
export async function readJson(contract: Contract, request: Request, response: Response): Promise<void> {
  if (contract.file?.required && hasBody(request)) throw unsupported(`a form (${FORM})`);
  await run(parseJson, request, response);
  if (request.body === undefined && contract.body && hasBody(request)) {
    throw unsupported(contract.file ? `JSON in UTF-8 or a form (${FORM})` : 'JSON in UTF-8');
  }
}

/** Whether a body comes with a request, as its headers say. */
export function hasBody(request: Pick<Request, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(length ?? 0) > 0;
}

/** Runs a middleware on its own; rejects with what it hands on as an error. */
export function run(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

function unsupported(allowed: string): ServiceError {
  return new ServiceError('unsupported_media_type', `The request body must be ${allowed}.`);
}

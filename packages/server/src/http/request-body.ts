import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import type * as z from 'zod';
import type { Contract, FileInput } from '@kitroom/shared';
import type { ReceivedFile } from './endpoint.ts';
import { ServiceError } from './errors.ts';
import { digestJson } from './idempotency.ts';

/**
 * Receives a multipart form: sets `request.body` to its fields and passes the file, if any, to `use`. The
 * file is deleted before the promise settles. Throws a ServiceError if the form cannot be parsed.
 */
export type FormReceiver = <T>(
  form: { request: Request; response: Response } & Pick<FileInput, 'field' | 'bytesMax' | 'atOnce'>,
  use: (file: ReceivedFile | undefined) => Promise<T>,
) => Promise<T>;

/** The maximum size of a JSON body in bytes: 1 MiB. */
export const BODY_BYTES_MAX = 1_048_576;
const FORM = 'multipart/form-data';

const parseJson = promisify(express.json({ limit: BODY_BYTES_MAX, strict: false, verify: digestJson }));

/** Whether the body is a multipart form. */
export function isForm(request: Request): boolean {
  return Boolean(request.is(FORM));
}

/**
 * Parses JSON into `request.body`. A missing body counts as an empty object; a body of another type is
 * rejected, and so is JSON where the endpoint requires a file.
 */
export async function readJson(
  contract: Pick<Contract, 'body' | 'file'>,
  request: Request,
  response: Response,
): Promise<void> {
  if (contract.file?.required && hasBody(request)) throw unsupported(`a form (${FORM})`);
  await parseJson(request, response);
  if (request.body === undefined && contract.body && hasBody(request)) {
    throw unsupported(contract.file ? `JSON in UTF-8 or a form (${FORM})` : 'JSON in UTF-8');
  }
}

/**
 * Parses a body that the endpoint does not take, to check its names. A body that is too large or has an
 * unsupported encoding is 400, because these endpoints document neither 413 nor 415.
 */
export async function readUnexpectedBody(request: Request, response: Response): Promise<void> {
  try {
    await readJson({}, request, response);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 415) throw error;
    throw new ServiceError('invalid', 'This request takes no body.', { cause: error });
  }
}

/** Whether the headers announce a body. */
export function hasBody(request: Pick<Request, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(length ?? 0) > 0;
}

function unsupported(allowed: string): ServiceError {
  return new ServiceError('unsupported_media_type', `The request body must be ${allowed}.`);
}

/** The maximum nesting depth of JSON, including the body itself. */
const JSON_DEPTH_MAX = 32;

/**
 * The maximum number of values in a JSON body: validating each takes time, and reporting errors takes memory.
 */
const JSON_VALUES_MAX = 10_000;

/**
 * Checks whether a parsed body is too complex to validate or to repeat in an error. The issue names the field
 * at fault, unless only the total exceeds a limit.
 */
export function findExcess(body: unknown): z.core.$ZodIssue | undefined {
  const message = describeExcess(body);
  if (message === undefined) return undefined;
  const fields = Array.isArray(body) ? [] : Object.entries(body as object);
  const atFault =
    fields.length > JSON_VALUES_MAX
      ? undefined
      : fields.find(([, value]) => describeExcess(value, 1) !== undefined);
  const path = atFault ? [atFault[0]] : [];
  return { code: 'custom', path, message, params: { detail: message }, input: undefined };
}

/**
 * Iterates level by level: recursion could overflow the stack on deep JSON. Stops at the first value beyond a
 * limit.
 */
function describeExcess(value: unknown, above = 0): string | undefined {
  let count = 1;
  let level = [value];
  for (let depth = above + 1; level.length > 0; depth += 1) {
    if (depth > JSON_DEPTH_MAX) {
      return `This value is nested too deeply: at most ${JSON_DEPTH_MAX} levels are accepted.`;
    }
    const next: unknown[] = [];
    for (const parent of level) {
      if (typeof parent !== 'object' || parent === null) continue;
      for (const inner of Array.isArray(parent) ? (parent as unknown[]) : Object.values(parent)) {
        count += 1;
        if (count > JSON_VALUES_MAX) {
          return `This value is too large: at most ${JSON_VALUES_MAX} values are accepted.`;
        }
        next.push(inner);
      }
    }
    level = next;
  }
  return undefined;
}

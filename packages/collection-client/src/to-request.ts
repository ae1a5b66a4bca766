import type { Contract } from '@kitroom/shared';
import { toHeaders, type Connection, type HeadersOption } from './connection.ts';

/** The body of a request as it travels, and its type where the platform does not tell it by itself. */
export interface Content {
  body?: string | FormData;
  type?: 'application/json';
}

/**
 * What an endpoint is sent: a form where there is a file, JSON else. Throws a `TypeError` for a file that is missing
 * or none.
 */
export function toContent({ body: schema, file }: Contract, body: unknown): Content {
  if (schema === undefined) return {};
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (file && (file.required || fields[file.field] !== undefined))
    return { body: toForm(fields, file.field) };
  return { body: JSON.stringify(fields), type: 'application/json' };
}

/** What `fetch` is told besides the address; a CSRF token where the request needs one. */
export function toInit(
  connection: Connection,
  contract: Contract,
  request: { content: Content; csrfToken: string | undefined; headers: HeadersOption; signal: AbortSignal },
): RequestInit {
  const { content, csrfToken, signal } = request;
  const headers = toHeaders(
    {
      accept: acceptedTypes(contract),
      authorization: takesToken(contract) && connection.token ? `Token ${connection.token}` : undefined,
      'content-type': content.type,
      'x-csrf-token': csrfToken,
    },
    connection.headers,
    request.headers,
  );
  return {
    method: contract.method,
    headers,
    signal,
    // Nowhere but to the service: not the token, and no body twice.
    redirect: 'manual',
    ...(content.body === undefined ? {} : { body: content.body }),
    ...(connection.credentials === undefined ? {} : { credentials: connection.credentials }),
  };
}

/** Whether a session's cookie is not enough for the request. */
export function needsCsrfToken({ token }: Connection, { method }: Contract): boolean {
  return method !== 'GET' && token === undefined;
}

/** Whether an answer of the endpoint is a file, to be returned as a `Blob`. */
export function answersFile({ answers }: Contract): boolean {
  return Object.values(answers).some(({ contentType }) => contentType !== undefined);
}

/** Errors are JSON whatever the answer is. */
function acceptedTypes({ answers }: Contract): string {
  const types = Object.values(answers).map(({ contentType }) => contentType);
  return [...new Set([...types, 'application/json'])].filter((type) => type !== undefined).join(', ');
}

/** The proxy asks nobody who they are, and a browser asks for leave before each request that tells it. */
function takesToken({ path }: Contract): boolean {
  return path.startsWith('/api/');
}

/** The fields stand before the file, so that the service knows them when it comes. */
function toForm(fields: Readonly<Record<string, unknown>>, fileField: string): FormData {
  const { [fileField]: file, ...others } = fields;
  if (!(file instanceof Blob)) throw new TypeError(`${fileField} must be a Blob or a File`);
  const form = new FormData();
  for (const [name, value] of Object.entries(others)) {
    if (value !== undefined) form.append(name, toText(value));
  }
  form.append(fileField, file);
  return form;
}

/** A form knows no null: what is empty is none. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

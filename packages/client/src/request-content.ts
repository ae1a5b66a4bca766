import type { Contract } from '@kitroom/shared';

/** A request's body, and its type if the platform does not set it. */
export interface Content {
  body?: string | FormData;
  type?: 'application/json';
}

/**
 * Encodes the body: a form if the endpoint takes a file, otherwise JSON. Throws a `TypeError` for a missing
 * or invalid file.
 */
export function toContent({ body: schema, file }: Contract, body: unknown): Content {
  if (schema === undefined) return {};
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (file && (file.required || fields[file.field] !== undefined))
    return { body: toForm(fields, file.field) };
  return { body: JSON.stringify(fields), type: 'application/json' };
}

/** The `Accept` header. Errors are JSON for every endpoint. */
export function acceptedTypes({ responses }: Contract, statuses: readonly number[]): string {
  const types = statuses.map((status) => responses[status]?.contentType);
  return [...new Set([...types, 'application/json'])].filter((type) => type !== undefined).join(', ');
}

/** Whether a response of this type is returned as a `Blob`. */
export function isFileType(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?!json$)|^image\/png/.test(contentType);
}

/** Encodes a form. Fields precede the file, so that the service can validate them first. */
function toForm(fields: Readonly<Record<string, unknown>>, fileField: string): FormData {
  const { [fileField]: file, ...others } = fields;
  if (!(file instanceof Blob)) throw new TypeError(`${fileField} must be a Blob or a File`);
  const form = new FormData();
  for (const [name, value] of Object.entries(others)) {
    if (value !== undefined) form.append(name, toFormValue(value));
  }
  form.append(fileField, file);
  return form;
}

/** Converts a value to a form field. Forms have no null, so it becomes an empty string. */
function toFormValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/**
 * Builds an endpoint's URL: `path` below `baseUrl`, with its `{parameters}` filled in from `args`. The other
 * `args` become the query string: arrays are repeated parameters, undefined and null are omitted. Throws a
 * `TypeError` for a path parameter that is missing or would change the path, and for values that are not
 * strings, numbers or booleans.
 */
export function toEndpointUrl(baseUrl: URL, path: string, args: object): URL {
  const inQuery = new Map<string, unknown>(Object.entries(args));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const segment = toSegment(name, inQuery.get(name));
    inQuery.delete(name);
    return segment;
  });
  const url = new URL(baseUrl);
  url.pathname = baseUrl.pathname.replace(/(?<!\/)\/+$/, '') + filled;
  for (const [name, value] of inQuery) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(name, toText(name, item));
    }
  }
  return url;
}

function toSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : toText(name, value);
  // Dot segments change the path, even if they are encoded.
  if (!/^\.{0,2}$/.test(text) && text.isWellFormed()) return encodeURIComponent(text);
  throw new TypeError(`${name} must be a valid path segment`);
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`${name} must be a string, a number or a boolean`);
}

import type { Contract } from '@kitroom/shared';

/** A request's body, and its type if the platform does not set it. */
export interface Content {
  body?: string | FormData;
  type?: 'application/json';
}

/**
 * Encodes the body: a form if the endpoint takes a file, otherwise JSON. Throws a `TypeError` for a missing or
 * invalid file.
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
  return contentType !== undefined && /^application\/(?!json$)/.test(contentType);
}

/** Fields precede the file, so that the service can validate them first. */
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

/** Forms have no null: it is sent as an empty value. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

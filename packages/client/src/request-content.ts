import type { Contract } from '@kitroom/shared';

/** The body of a request as it is sent, and its type if the platform does not set it by itself. */
export interface Content {
  body?: string | FormData;
  type?: 'application/json';
}

/** What an endpoint is sent: a form if there is a file, else JSON. Throws a `TypeError` for a missing or wrong file. */
export function toContent({ body: schema, file }: Contract, body: unknown): Content {
  if (schema === undefined) return {};
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (file && (file.required || fields[file.field] !== undefined))
    return { body: toForm(fields, file.field) };
  return { body: JSON.stringify(fields), type: 'application/json' };
}

/** Which types of answers are accepted. Errors are JSON whatever the answer is. */
export function acceptedTypes({ answers }: Contract, statuses: readonly number[]): string {
  const types = statuses.map((status) => answers[status]?.contentType);
  return [...new Set([...types, 'application/json'])].filter((type) => type !== undefined).join(', ');
}

/** Whether an answer of this type is a file, to be returned as a `Blob`. */
export function isFileType(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?!json$)/.test(contentType);
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

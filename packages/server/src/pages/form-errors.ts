import { ServiceError } from '../http/errors.ts';
import type { Field, FormErrors } from './form.ts';

/** A 400 or 409 that shows a form again, with errors by field; `''` is the form as a whole. */
export function refuseForm(errors: FormErrors, code: 'invalid' | 'conflict' = 'invalid'): ServiceError {
  const body = Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name, [sentence]]));
  return new ServiceError(code, Object.values(errors).join(' '), { body });
}

/** Errors by field, as `refuseForm` and the API give them; errors of no field of the form are under `''`. */
export function toFormErrors(error: ServiceError, fields: ReadonlyArray<Pick<Field, 'name'>>): FormErrors {
  const names = new Set(fields.map(({ name }) => name));
  const errors = new Map<string, string[]>();
  for (const [field, sentences] of Object.entries(readFieldErrors(error))) {
    const name = names.has(field) ? field : '';
    errors.set(name, [...(errors.get(name) ?? []), ...sentences]);
  }
  return Object.fromEntries([...errors].map(([name, sentences]) => [name, sentences.join(' ')]));
}

/** Whether an error says what the visitor can do otherwise, so that a page shows it. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.code === 'invalid' || error.code === 'conflict');
}

function readFieldErrors({ body, message }: ServiceError): Readonly<Record<string, readonly string[]>> {
  const isByField =
    typeof body === 'object' && body !== null && Object.values(body).every((one) => Array.isArray(one));
  return isByField ? (body as Record<string, string[]>) : { '': [message] };
}

import type { FieldErrors } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Field, FormErrors } from '@kitroom/server/pages/form';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect } from '@kitroom/server/pages/page-router';
import type * as z from 'zod';
import { invalidFields, toFieldErrors } from '../invalid-input.ts';

interface HasBody<Body extends z.ZodType> {
  body: Body;
}

/**
 * Parses a form by the contract of the equivalent endpoint, plus additional validation. Throws the same 400, with all
 * errors together.
 */
export async function readForm<Body extends z.ZodType>(
  { body }: HasBody<Body>,
  sent: unknown,
  validate: (sent: unknown) => Promise<FieldErrors> = async () => ({}),
): Promise<z.output<Body>> {
  const { data, error } = body.safeParse(sent, { reportInput: true });
  const errors = { ...toFieldErrors(error?.issues ?? []) };
  for (const [field, sentences] of Object.entries(await validate(sent))) {
    errors[field] = [...(errors[field] ?? []), ...sentences];
  }
  if (error || Object.keys(errors).length > 0) throw invalidFields(errors);
  return data;
}

/** Processes a form, or shows it again with errors beside its fields. */
export async function answerForm(
  fields: readonly Field[],
  act: () => Promise<Page | Redirect>,
  showAgain: (errors: FormErrors) => Page | Redirect | Promise<Page | Redirect>,
): Promise<Page | Redirect> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid')) throw error;
    const shown = await showAgain(toFormErrors(error, fields));
    return 'to' in shown ? shown : { ...shown, status: error.status };
  }
}

/** The errors of a 400, one text per field; errors of no field of the form are under `''`. */
export function toFormErrors(error: ServiceError, fields: readonly Field[]): FormErrors {
  const names = new Set(fields.map(({ name }) => name));
  const errors = new Map<string, string[]>();
  for (const [field, sentences] of Object.entries(readFieldErrors(error))) {
    const name = names.has(field) ? field : '';
    errors.set(name, [...(errors.get(name) ?? []), ...sentences]);
  }
  return Object.fromEntries([...errors].map(([name, sentences]) => [name, sentences.join(' ')]));
}

function readFieldErrors({ body, message }: ServiceError): FieldErrors {
  const isByField =
    typeof body === 'object' && body !== null && Object.values(body).every((one) => Array.isArray(one));
  return isByField ? (body as FieldErrors) : { '': [message] };
}

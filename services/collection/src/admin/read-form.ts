import type { FieldErrors } from '@kitroom/collection-client';
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

import { InvalidArgumentError } from 'commander';
import type * as z from 'zod';
import { toFieldErrors } from '../../invalid-input.ts';

/** Parses an argument or option of a command as a field of the API. */
export function readAs(field: z.ZodType<string>): (text: string) => string {
  return (text) => {
    const result = field.safeParse(text, { reportInput: true });
    if (result.success) return result.data;
    throw new InvalidArgumentError(Object.values(toFieldErrors(result.error.issues)).flat().join(' '));
  };
}

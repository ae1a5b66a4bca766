import * as z from 'zod';
import { TEXT } from './texts.ts';

/** What was read of an input: the fields that fit, what is wrong with the others, and which were there at all. */
export interface Collected<F extends z.ZodRawShape> {
  values: { [K in keyof F]?: z.output<F[K]> };
  issues: z.core.$ZodIssue[];
  /** The names of all known fields that were sent, fitting or not. */
  sent: ReadonlySet<string>;
}

/**
 * Reads an object whose rules depend on what is stored already: nothing is refused here, so that whoever knows the
 * rules can tell all that is wrong at once. Fields that are not known are ignored. The document shows all fields as
 * optional but the `required` ones; `Input` is what callers of the typed client may send.
 */
export function collected<F extends z.ZodRawShape, Input>(
  fields: F,
  required: ReadonlyArray<keyof F & string> = [],
) {
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : z.optional(field),
  ]);
  return z
    .custom<Input>()
    .transform((input): Collected<F> => read(fields, input))
    .meta({ shownAs: z.object(Object.fromEntries(shape) as z.ZodRawShape) });
}

function read<F extends z.ZodRawShape>(fields: F, input: unknown): Collected<F> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const issue: z.core.$ZodIssue = { code: 'custom', path: [], message: TEXT.object, input };
    return { values: {}, issues: [issue], sent: new Set() };
  }
  const values: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  const sent = Object.keys(fields).filter((name) => Object.hasOwn(input, name));
  for (const name of sent) {
    const value = (input as Record<string, unknown>)[name];
    const result = z.safeParse(fields[name] as z.ZodType, value, { reportInput: true });
    if (result.success) values[name] = result.data;
    else issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
  }
  return { values: values as Collected<F>['values'], issues, sent: new Set(sent) };
}

import * as z from 'zod';
import { shorten } from '@kitroom/shared';
import { TEXT } from './texts.ts';

/** A leniently parsed input: its valid fields, the errors of the others, and the sent values. */
export interface Collected<F extends z.ZodRawShape> {
  values: { [K in keyof F]?: z.output<F[K]> };
  issues: z.core.$ZodIssue[];
  /** All known fields that were sent, valid or not, as they were sent. */
  sent: ReadonlyMap<string, unknown>;
}

interface CollectOptions<F extends z.ZodRawShape> {
  /** Whether unknown fields are errors. */
  isStrict?: boolean;
  /** Adds values that follow from the sent fields. */
  complete?: (body: Collected<F>) => Collected<F>;
}

/** Maximum number of unknown names in an error. */
const UNKNOWN_MAX = 20;

/**
 * Parses an object whose rules depend on stored data: nothing is rejected here, so that all validation errors
 * can be reported together. Unknown fields are ignored, unless `isStrict` is set. The OpenAPI document shows
 * all fields but `required` as optional; `Input` is what callers of the typed client may send.
 */
export function collected<F extends z.ZodRawShape, Input>(
  fields: F,
  required: ReadonlyArray<keyof F & string> = [],
  { isStrict = false, complete }: CollectOptions<F> = {},
) {
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : z.optional(field),
  ]);
  return z
    .custom<Input>()
    .superRefine((input, context) => {
      const names = isStrict && typeof input === 'object' && input !== null ? Object.keys(input) : [];
      for (const name of names.filter((key) => !Object.hasOwn(fields, key)).slice(0, UNKNOWN_MAX)) {
        context.addIssue({ code: 'custom', message: `"${shorten(name, 100, '…')}" is not a field.` });
      }
    })
    .transform((input): Collected<F> => {
      const body = read(fields, input);
      return complete ? complete(body) : body;
    })
    .meta({ shownAs: z.object(Object.fromEntries(shape) as z.ZodRawShape) });
}

function read<F extends z.ZodRawShape>(fields: F, input: unknown): Collected<F> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const issue: z.core.$ZodIssue = { code: 'custom', path: [], message: TEXT.object, input };
    return { values: {}, issues: [issue], sent: new Map() };
  }
  const values: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  const names = Object.keys(fields).filter((name) => Object.hasOwn(input, name));
  const sent = new Map(names.map((name) => [name, (input as Record<string, unknown>)[name]]));
  for (const [name, value] of sent) {
    const result = z.safeParse(fields[name] as z.ZodType, value, { reportInput: true });
    if (result.success) values[name] = result.data;
    else issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
  }
  return { values: values as Collected<F>['values'], issues, sent };
}

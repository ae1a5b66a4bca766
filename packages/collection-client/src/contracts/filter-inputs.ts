import * as z from 'zod';
import { textField } from './text-field.ts';
import { notChoice, tooManyWords, unknownId } from './texts.ts';

const DECADE_MIN = 1800;
const DECADE_MAX = 2990;

/**
 * Query parameters that filter a list. They arrive as text. An empty one filters nothing, and an invalid one
 * is rejected with the same message as in a body.
 */

export function integerFilter(minimum: number, maximum: number) {
  return optional<number, number>(readInteger, z.int().min(minimum).max(maximum), {
    openapi: { type: 'integer', minimum, maximum },
  });
}

/** An id of a fixed list, from 1 to `last`. */
export function knownIdFilter(last: number) {
  const isKnown = (id: number) => id >= 1 && id <= last;
  const schema = z.int().superRefine((id, context) => {
    if (!isKnown(id)) context.addIssue({ code: 'custom', message: unknownId(id) });
  });
  return optional<number, number>(readInteger, schema, {
    openapi: { type: 'integer', minimum: 1, maximum: last },
  });
}

/** One of these strings, case-sensitive. */
export function choiceFilter<const T extends string>(choices: readonly T[]) {
  return optional<T, T>((text) => text, z.enum(choices), { openapi: { type: 'string', enum: [...choices] } });
}

/** A comma-separated list of some of these strings; the result is in their order. */
export function choicesFilter<const T extends string>(choices: readonly T[]) {
  return z
    .custom<string>((value) => typeof value === 'string')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .superRefine((parts, context) => {
      const unknown = parts.filter((part) => !choices.some((choice) => choice === part));
      const choose = `Choose from ${choices.join(', ')}.`;
      for (const message of unknown.length > 0 ? [...unknown.map(notChoice), choose] : [])
        context.addIssue({ code: 'custom', message });
    })
    .transform((parts) => choices.filter((choice) => parts.includes(choice)))
    .optional()
    .meta({
      openapi: { type: 'array', items: { type: 'string', enum: [...choices] } },
      isCommaSeparated: true,
    });
}

/** A boolean: `true`, `false`, `1` or `0`, in any case. */
export const booleanFilter = optional<boolean, boolean>(readBoolean, z.boolean(), {
  openapi: { type: 'boolean' },
});

/** A string of at most `max` characters and `maxWords` words; surrounding white space is trimmed. */
export function wordsFilter(max: number, maxWords = max) {
  const schema = textField({ max, mayBeBlank: true, of: 'query' })
    .superRefine((text, context) => {
      if (text.split(/\s+/).length <= maxWords) return;
      context.addIssue({ code: 'custom', message: tooManyWords(maxWords) });
    })
    .transform((text) => text || undefined);
  return optional<string, string | undefined>((text) => text, schema, {
    openapi: { type: 'string', maxLength: max },
  });
}

/** An ISO country code; the result is in upper case. */
export const countryFilter = patternFilter(/^[A-Za-z]{2}$/, (text) => text.toUpperCase());

/** A month: `2026-11`. */
export const monthFilter = patternFilter(/^[0-9]{4}-(0[1-9]|1[0-2])$/);

/** The first year of a decade. */
export const decadeFilter = optional<number, number>(
  readInteger,
  z
    .int()
    .min(DECADE_MIN)
    .max(DECADE_MAX)
    .superRefine((year, context) => {
      if (year % 10 !== 0) context.addIssue({ code: 'custom', message: notChoice(String(year)) });
    }),
  { openapi: { type: 'integer', minimum: DECADE_MIN, maximum: DECADE_MAX, multipleOf: 10 } },
);

/** A string that matches a pattern. */
function patternFilter(pattern: RegExp, transform = (text: string) => text) {
  const schema = z
    .string()
    .superRefine((text, context) => {
      if (!pattern.test(text)) context.addIssue({ code: 'custom', message: notChoice(text) });
    })
    .transform(transform);
  return optional<string, string>((text) => text, schema, {
    openapi: { type: 'string', pattern: pattern.source },
  });
}

/** A repeatable string: at most `maxItems` values of `maxLength` characters each. */
export function repeatedFilter(maxLength: number, maxItems: number) {
  return z
    .custom<string | string[]>()
    .transform((value) => [value].flat().filter((text) => !isBlank(text)))
    .pipe(z.array(textField({ max: maxLength, of: 'query' })).max(maxItems))
    .default([])
    .meta({ openapi: { type: 'array', items: { type: 'string', maxLength }, maxItems }, takesSeveral: true });
}

/** Takes text or, from the typed client, the value itself. Absent and empty are the same. */
function optional<In, Out>(
  read: (text: string) => unknown,
  schema: z.ZodType<Out>,
  meta: { openapi: Record<string, unknown> },
) {
  return z
    .custom<In | ''>()
    .transform((value) => (typeof value === 'string' ? (isBlank(value) ? undefined : read(value)) : value))
    .pipe(schema.optional())
    .optional()
    .meta(meta);
}

/** Text that is not a number is returned unchanged, to be rejected by validation. */
function readInteger(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function readBoolean(text: string): unknown {
  const value = text.toLowerCase();
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : text;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

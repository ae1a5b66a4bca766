import type * as z from 'zod';
import { ERRORS_MAX, notChoice, TEXT, tooLong, tooShort, type FieldErrors } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';

/** The key of errors that concern the input as a whole. */
const NO_FIELD = 'non_field_errors';

/** A list may hold thousands of invalid values: this many sentences per field are enough. */
const SENTENCES_MAX = 20;

const BY_TYPE: Readonly<Record<string, string>> = {
  int: TEXT.integer,
  number: TEXT.integer,
  boolean: TEXT.boolean,
  string: TEXT.string,
  array: TEXT.list,
  object: TEXT.object,
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: TEXT.date,
  datetime: TEXT.datetime,
  email: 'Enter a valid email address.',
  url: 'Enter a valid URL.',
  safeint: TEXT.integer,
};

/** 400 with the errors of all fields, each a list of texts. */
export function invalidFields(errors: FieldErrors): ServiceError {
  return new ServiceError('invalid', 'Invalid input.', { body: errors });
}

/** 400 for an error of no single field. */
export function invalidAsWhole(sentence: string): ServiceError {
  return invalidFields({ [NO_FIELD]: [sentence] });
}

/** Turns zod's issues into the service's error; the issues must include their input. */
export function toInvalidInput(issues: readonly z.core.$ZodIssue[]): ServiceError {
  return invalidFields(toFieldErrors(issues));
}

/**
 * Groups the first errors by field, in the order found, without duplicates. An error further inside begins
 * with its place: `{"options": ["decimal: \"x\" is not a valid choice."]}`.
 */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // A field may have any name: a plain object would lose `__proto__`.
  const errors = new Map<string, Set<string>>();
  let count = 0;
  for (const issue of issues) {
    const field = String(issue.path[0] ?? NO_FIELD);
    const sentences = errors.get(field) ?? new Set();
    if (sentences.size >= SENTENCES_MAX) continue;
    const before = sentences.size;
    errors.set(field, sentences.add(`${toPlace(issue)}${toSentence(issue)}`));
    count += sentences.size - before;
    if (count === ERRORS_MAX) break;
  }
  return Object.fromEntries([...errors].map(([field, sentences]) => [field, [...sentences]]));
}

/** Where inside its field an error is, unless among the values of a list. */
function toPlace({ path: [, ...inside] }: z.core.$ZodIssue): string {
  const names = inside.filter((key) => typeof key === 'string');
  return names.length > 0 ? `${names.join('.')}: ` : '';
}

function toSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.input === undefined) return TEXT.required;
  if (issue.input === null) return TEXT.null;
  if (issue.code === 'invalid_type') return BY_TYPE[issue.expected] ?? TEXT.invalid;
  if (issue.code === 'invalid_value') return notChoice(toShown(issue.input));
  if (issue.code === 'invalid_format') return BY_FORMAT[issue.format] ?? TEXT.invalid;
  if (issue.code === 'too_small') return tooSmall(issue);
  return issue.code === 'too_big' ? tooBig(issue) : TEXT.invalid;
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') {
    return Number(minimum) === 1 ? TEXT.blank : tooShort(Number(minimum));
  }
  if (origin === 'array') return `Ensure this field has at least ${String(minimum)} elements.`;
  return `Ensure this value is greater than or equal to ${String(minimum)}.`;
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return tooLong(Number(maximum));
  if (origin === 'array') return `Ensure this field has no more than ${String(maximum)} elements.`;
  return `Ensure this value is less than or equal to ${String(maximum)}.`;
}

function toShown(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

interface HasBody<Body extends z.ZodType> {
  body: Body;
}

/**
 * Parses a form by the contract of the equivalent endpoint, plus additional validation. Throws the same 400,
 * with all errors together.
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

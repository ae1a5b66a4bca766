import type * as z from 'zod';
import { ERRORS_MAX, notChoice, TEXT, tooLong, tooShort, type FieldErrors } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';

/** The key of errors that concern the input as a whole. */
const NO_FIELD = 'non_field_errors';

/** The maximum number of messages per field: a list may contain thousands of invalid values. */
const MESSAGES_PER_FIELD_MAX = 20;

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

/** Creates a 400 whose body lists the error messages of each field. */
export function invalidFields(errors: FieldErrors): ServiceError {
  return new ServiceError('invalid', 'Invalid input.', { body: errors });
}

/** Creates a 400 for an error that concerns the input as a whole. */
export function invalidAsWhole(message: string): ServiceError {
  return invalidFields({ [NO_FIELD]: [message] });
}

/** Converts zod's issues, which must include their input, to the service's 400. */
export function toInvalidInput(issues: readonly z.core.$ZodIssue[]): ServiceError {
  return invalidFields(toFieldErrors(issues));
}

/**
 * Groups the first errors by field, in their original order, without duplicates. A nested error begins with
 * its path: `{"options": ["decimal: \"x\" is not a valid choice."]}`.
 */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // A field may have any name: a plain object would lose `__proto__`.
  const errors = new Map<string, Set<string>>();
  let count = 0;
  for (const issue of issues) {
    const field = String(issue.path[0] ?? NO_FIELD);
    const messages = errors.get(field) ?? new Set();
    if (messages.size >= MESSAGES_PER_FIELD_MAX) continue;
    const before = messages.size;
    errors.set(field, messages.add(`${toPathPrefix(issue)}${toMessage(issue)}`));
    count += messages.size - before;
    if (count === ERRORS_MAX) break;
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]));
}

/** The path of a nested error inside its field, without list indexes; empty for other errors. */
function toPathPrefix({ path: [, ...inside] }: z.core.$ZodIssue): string {
  const names = inside.filter((key) => typeof key === 'string');
  return names.length > 0 ? `${names.join('.')}: ` : '';
}

function toMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.input === undefined) return TEXT.required;
  if (issue.input === null) return TEXT.null;
  if (issue.code === 'invalid_type') return BY_TYPE[issue.expected] ?? TEXT.invalid;
  if (issue.code === 'invalid_value') return notChoice(toInputText(issue.input));
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

function toInputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

interface HasBody<Body extends z.ZodType> {
  body: Body;
}

/**
 * Parses a form with the contract of the equivalent endpoint and additional validation. Throws a 400 with all
 * errors.
 */
export async function readForm<Body extends z.ZodType>(
  { body }: HasBody<Body>,
  sent: unknown,
  validate: (sent: unknown) => Promise<FieldErrors> = async () => ({}),
): Promise<z.output<Body>> {
  const { data, error } = body.safeParse(sent, { reportInput: true });
  const errors = { ...toFieldErrors(error?.issues ?? []) };
  for (const [field, messages] of Object.entries(await validate(sent))) {
    errors[field] = [...(errors[field] ?? []), ...messages];
  }
  if (error || Object.keys(errors).length > 0) throw invalidFields(errors);
  return data;
}

import { MARKS_MAX, shorten } from '@kitroom/shared';

/** Maximum number of errors in a response. */
export const ERRORS_MAX = 100;

/** Error texts that clients rely on. */
export const TEXT = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  integer: 'A valid integer is required.',
  boolean: 'Must be a valid boolean.',
  date: 'Date has wrong format. Use YYYY-MM-DD.',
  datetime: 'Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ.',
  past: 'This must be in the future.',
  string: 'Not a valid string.',
  control: 'Control characters are not allowed.',
  marks: `Ensure this field has no more than ${MARKS_MAX} combining marks in a row.`,
  list: 'Expected a list of items.',
  object: 'Expected an object.',
  invalid: 'This value is not valid.',
} as const;

export function tooLong(maximum: number): string {
  return `Ensure this field has no more than ${maximum} characters.`;
}

export function tooShort(minimum: number): string {
  return `Ensure this field has at least ${minimum} characters.`;
}

/** The error text for a string that PostgreSQL cannot store. */
export function notStorable(text: string): string {
  return text.includes('\0')
    ? 'Null characters are not allowed.'
    : 'Unpaired surrogates are not allowed: the text is not valid Unicode.';
}

export function tooManyWords(maximum: number): string {
  return `Ensure this field has no more than ${maximum} words.`;
}

/** The error text for an unknown id. */
export function unknownId(id: number): string {
  return `Invalid pk "${id}" - object does not exist.`;
}

/** The error text for a value that is not one of the choices; a long value is truncated. */
export function notChoice(value: string): string {
  return `"${shorten(value, REPEATED_MAX, '…')}" is not a valid choice.`;
}

/** Maximum number of characters of an invalid value in an error. */
const REPEATED_MAX = 100;

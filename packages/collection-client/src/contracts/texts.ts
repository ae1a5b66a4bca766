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

export function tooManyWords(maximum: number): string {
  return `Ensure this field has no more than ${maximum} words.`;
}

/** The text for an unknown id. */
export function unknownId(id: number): string {
  return `Invalid pk "${id}" - object does not exist.`;
}

/** The text for a value that is not one of the choices; a long value is truncated. */
export function notChoice(value: string): string {
  return `"${shorten(value)}" is not a valid choice.`;
}

/** How many characters of an invalid value an error repeats. */
const REPEATED_MAX = 100;

function shorten(value: string): string {
  // A character has at most two UTF-16 units.
  const characters = Array.from(value.slice(0, 2 * REPEATED_MAX + 2));
  return characters.length > REPEATED_MAX ? `${characters.slice(0, REPEATED_MAX).join('')}…` : value;
}

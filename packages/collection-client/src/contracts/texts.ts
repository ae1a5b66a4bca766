/** The texts that clients know. */
export const TEXT = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  integer: 'A valid integer is required.',
  boolean: 'Must be a valid boolean.',
  string: 'Not a valid string.',
  list: 'Expected a list of items.',
  object: 'Expected an object.',
  invalid: 'This value is not valid.',
} as const;

/** A text has more characters than its field takes. */
export function tooLong(maximum: number): string {
  return `Ensure this field has no more than ${maximum} characters.`;
}

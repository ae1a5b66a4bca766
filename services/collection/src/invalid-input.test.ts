import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { textField } from '@kitroom/collection-client';
import { toFieldErrors, toInvalidInput } from './invalid-input.ts';

/** What is said of a value of one field. */
function complain(field: z.ZodType, value: unknown): unknown {
  return errorsOf(z.object({ field }), { field: value });
}

function errorsOf(schema: z.ZodType, input: unknown): Record<string, string[]> {
  const { error } = schema.safeParse(input, { reportInput: true });
  return toFieldErrors(error?.issues ?? []);
}

const integer = z.int().min(1).max(10);
const text = textField({ max: 5 });

describe('toFieldErrors', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing value', integer, undefined, 'This field is required.'],
    ['a missing string', text, undefined, 'This field is required.'],
    ['a missing choice', z.enum(['a']), undefined, 'This field is required.'],
    ['null', integer, null, 'This field may not be null.'],
    ['null for a choice', z.enum(['a']), null, 'This field may not be null.'],
    ['an empty string', text, '', 'This field may not be blank.'],
    ['white space', text, ' \t\n', 'This field may not be blank.'],
    ['an empty string of a plain schema', z.string().min(1), '', 'This field may not be blank.'],
    ['an unknown choice', z.enum(['a', 'b']), 'x', '"x" is not a valid choice.'],
    ['a number for a choice', z.enum(['a', 'b']), 7, '"7" is not a valid choice.'],
    ['a string for an integer', integer, 'x', 'A valid integer is required.'],
    ['a fraction', integer, 1.5, 'A valid integer is required.'],
    ['a string for a boolean', z.boolean(), 'maybe', 'Must be a valid boolean.'],
    ['a number below the minimum', integer, 0, 'Ensure this value is greater than or equal to 1.'],
    ['a number above the maximum', integer, 11, 'Ensure this value is less than or equal to 10.'],
    ['a string that is too long', text, 'abcdef', 'Ensure this field has no more than 5 characters.'],
    [
      'a string of a plain schema that is too long',
      z.string().max(200),
      'x'.repeat(201),
      'Ensure this field has no more than 200 characters.',
    ],
    ['a boolean for a string', text, true, 'Not a valid string.'],
    ['a string for a list', z.array(z.string()), 'a', 'Expected a list of items.'],
    [
      'a list that is too long',
      z.array(z.string()).max(1),
      ['a', 'b'],
      'Ensure this field has no more than 1 elements.',
    ],
    ['an invalid entry of a list', z.array(z.string()), ['a', 7], 'Not a valid string.'],
    ['an invalid e-mail address', z.email(), 'a@', 'Enter a valid email address.'],
    ['a null character', text, 'a\0b', 'Null characters are not allowed.'],
    [
      'half a surrogate pair',
      text,
      'a\ud800',
      'Unpaired surrogates are not allowed: the text is not valid Unicode.',
    ],
    [
      'an error without its own message',
      z.union([z.literal(1), z.literal(2)]).or(z.boolean()),
      'x',
      'This value is not valid.',
    ],
  ])('returns the documented message for %s', (_what, field, value, sentence) => {
    expect(complain(field, value)).toEqual({ field: [sentence] });
  });

  it('counts an emoji as one character', () => {
    expect(complain(text, '🏆🏆🏆🏆🏆')).toEqual({});
    expect(complain(text, '🏆🏆🏆🏆🏆🏆')).toEqual({
      field: ['Ensure this field has no more than 5 characters.'],
    });
  });

  it('reports the errors of all fields, and each message once per field', () => {
    const schema = z.object({ a: integer, b: text, c: z.array(z.int()), d: z.boolean() });
    expect(errorsOf(schema, { a: 99, c: ['x', 'y', null], d: true })).toEqual({
      a: ['Ensure this value is less than or equal to 10.'],
      b: ['This field is required.'],
      c: ['A valid integer is required.', 'This field may not be null.'],
    });
  });

  it('reports at most 100 errors, and at most 20 per field', () => {
    const fields = Array.from({ length: 30 }, (_, at) => `field${at}`);
    const schema = z.object(Object.fromEntries(fields.map((name) => [name, z.array(z.enum(['a']))])));
    const values = Array.from({ length: 50 }, (_, at) => `choice ${at}`);
    const errors = errorsOf(schema, Object.fromEntries(fields.map((name) => [name, values])));
    expect(Object.values(errors).map(({ length }) => length)).toEqual([20, 20, 20, 20, 20]);
  });

  it('reports errors without a field as non_field_errors', () => {
    expect(errorsOf(z.object({}), [])).toEqual({ non_field_errors: ['Expected an object.'] });
  });

  it('keeps a field with the name __proto__', () => {
    const errors = toFieldErrors([{ code: 'custom', path: ['__proto__'], message: 'No.', input: 1 }]);
    expect(Object.entries(errors)).toEqual([['__proto__', ['No.']]]);
  });
});

describe('toInvalidInput', () => {
  it('returns an error with status 400 and the fields as its body', () => {
    const error = toInvalidInput([{ code: 'custom', path: ['a'], message: 'No.', input: 1 }]);
    expect([error.status, error.body]).toEqual([400, { a: ['No.'] }]);
  });
});

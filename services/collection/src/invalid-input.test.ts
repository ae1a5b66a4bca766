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
    ['a missing text', text, undefined, 'This field is required.'],
    ['a missing choice', z.enum(['a']), undefined, 'This field is required.'],
    ['null', integer, null, 'This field may not be null.'],
    ['null for a choice', z.enum(['a']), null, 'This field may not be null.'],
    ['an empty text', text, '', 'This field may not be blank.'],
    ['white space', text, ' \t\n', 'This field may not be blank.'],
    ['an empty plain text', z.string().min(1), '', 'This field may not be blank.'],
    ['another choice', z.enum(['a', 'b']), 'x', '"x" is not a valid choice.'],
    ['a number for a choice', z.enum(['a', 'b']), 7, '"7" is not a valid choice.'],
    ['a text for an integer', integer, 'x', 'A valid integer is required.'],
    ['a fraction', integer, 1.5, 'A valid integer is required.'],
    ['no boolean', z.boolean(), 'maybe', 'Must be a valid boolean.'],
    ['too small a number', integer, 0, 'Ensure this value is greater than or equal to 1.'],
    ['too large a number', integer, 11, 'Ensure this value is less than or equal to 10.'],
    ['too long a text', text, 'abcdef', 'Ensure this field has no more than 5 characters.'],
    [
      'too long a plain text',
      z.string().max(200),
      'x'.repeat(201),
      'Ensure this field has no more than 200 characters.',
    ],
    ['no text', text, true, 'Not a valid string.'],
    ['no list', z.array(z.string()), 'a', 'Expected a list of items.'],
    [
      'too long a list',
      z.array(z.string()).max(1),
      ['a', 'b'],
      'Ensure this field has no more than 1 elements.',
    ],
    ['an entry of a list', z.array(z.string()), ['a', 7], 'Not a valid string.'],
    ['no e-mail address', z.email(), 'a@', 'Enter a valid email address.'],
    ['a NUL', text, 'a\0b', 'Null characters are not allowed.'],
    [
      'half a surrogate pair',
      text,
      'a\ud800',
      'Unpaired surrogates are not allowed: the text is not valid Unicode.',
    ],
    [
      'what has no sentence of its own',
      z.union([z.literal(1), z.literal(2)]).or(z.boolean()),
      'x',
      'This value is not valid.',
    ],
  ])('has the documented sentence for %s', (_what, field, value, sentence) => {
    expect(complain(field, value)).toEqual({ field: [sentence] });
  });

  it('counts characters as people do', () => {
    expect(complain(text, '🏆🏆🏆🏆🏆')).toEqual({});
    expect(complain(text, '🏆🏆🏆🏆🏆🏆')).toEqual({
      field: ['Ensure this field has no more than 5 characters.'],
    });
  });

  it('reports all wrong fields at once, and each sentence once', () => {
    const schema = z.object({ a: integer, b: text, c: z.array(z.int()), d: z.boolean() });
    expect(errorsOf(schema, { a: 99, c: ['x', 'y', null], d: true })).toEqual({
      a: ['Ensure this value is less than or equal to 10.'],
      b: ['This field is required.'],
      c: ['A valid integer is required.', 'This field may not be null.'],
    });
  });

  it('reports at most 100 errors, and at most 20 of a field', () => {
    const fields = Array.from({ length: 30 }, (_, at) => `field${at}`);
    const schema = z.object(Object.fromEntries(fields.map((name) => [name, z.array(z.enum(['a']))])));
    const values = Array.from({ length: 50 }, (_, at) => `choice ${at}`);
    const errors = errorsOf(schema, Object.fromEntries(fields.map((name) => [name, values])));
    expect(Object.values(errors).map(({ length }) => length)).toEqual([20, 20, 20, 20, 20]);
  });

  it('has a name for what is wrong with no field', () => {
    expect(errorsOf(z.object({}), [])).toEqual({ non_field_errors: ['Expected an object.'] });
  });

  it('keeps a field of any name', () => {
    const errors = toFieldErrors([{ code: 'custom', path: ['__proto__'], message: 'No.', input: 1 }]);
    expect(Object.entries(errors)).toEqual([['__proto__', ['No.']]]);
  });
});

describe('toInvalidInput', () => {
  it('is a 400 with the fields for its body', () => {
    const error = toInvalidInput([{ code: 'custom', path: ['a'], message: 'No.', input: 1 }]);
    expect([error.status, error.body]).toEqual([400, { a: ['No.'] }]);
  });
});

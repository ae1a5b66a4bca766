import { describe, expect, it } from '@jest/globals';
import type { OpenAPIV3 } from 'openapi-types';
import { createResponseCheck } from '../src/check-response.ts';

const text: OpenAPIV3.SchemaObject = { type: 'string' };
const object = (properties: OpenAPIV3.SchemaObject['properties'] = {}): OpenAPIV3.SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const ofType = (type: string, properties: OpenAPIV3.SchemaObject['properties']) =>
  object({ item_type: { type: 'string', enum: [type] }, name: text, ...properties });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document with an item of three types, described in one of the forms that unions may have. */
function documentWith(union: OpenAPIV3.SchemaObject): OpenAPIV3.Document {
  const ok = (schema: OpenAPIV3.MediaTypeObject['schema'] = {}) => ({
    responses: {
      200: {
        description: 'OK',
        headers: { ETag: { $ref: '#/components/headers/ETag' }, 'X-Total-Count': { schema: text } },
        content: { 'application/json': { schema } },
      },
    },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Test', version: '1' },
    paths: {
      '/items/': { get: ok({ type: 'array', items: reference('Item') }) },
      '/items/{id}/': { get: ok(reference('Item')) },
      '/either/': {
        get: ok({ anyOf: [{ type: 'array', items: text }, object({ a: text, b: text, c: text })] }),
      },
    },
    components: {
      headers: {
        ETag: { required: true, schema: text },
        'X-Total-Count': { schema: { type: 'integer' } },
      },
      schemas: {
        Item: union,
        Jersey: ofType('jersey', { size: { type: 'integer', nullable: true }, kit: reference('Kit') }),
        Shorts: ofType('shorts', { size: { type: 'integer', nullable: true } }),
        Other: ofType('other', { type: { type: 'string', enum: ['cap', 'pin'] } }),
        Kit: object({ id: { type: 'integer' } }),
      },
    },
  };
}

const CHOICES = ['Jersey', 'Shorts', 'Other'].map(reference);
const FORMS = {
  'oneOf with a discriminator': { oneOf: CHOICES, discriminator: { propertyName: 'item_type' } },
  'oneOf without a discriminator': { oneOf: CHOICES },
  anyOf: { anyOf: CHOICES },
  'a union within a union': { anyOf: [CHOICES[2]!, { oneOf: CHOICES.slice(0, 2) }] },
} satisfies Record<string, OpenAPIV3.SchemaObject>;

interface Options {
  path?: string;
  headers?: Record<string, string>;
  union?: OpenAPIV3.SchemaObject;
}

/** The lines of the error about a response, if there is one. */
function findProblems(
  body: unknown,
  { path = '/items/1/', headers = {}, union = FORMS.anyOf }: Options = {},
) {
  const check = createResponseCheck(documentWith(union));
  const sent = new Headers({ 'Content-Type': 'application/json', ETag: '"1"', ...headers });
  try {
    check({ method: 'GET', path, status: 200, headers: sent, body });
    return [];
  } catch (error) {
    const [title, ...lines] = (error as Error).message.split('\n');
    return title === `GET ${path} → 200 is not as documented:` ? lines : [title];
  }
}

const jersey = { item_type: 'jersey', name: 'A', size: null, kit: { id: 1 } };

describe.each(Object.entries(FORMS))('createResponseCheck with an item, %s', (_form, union) => {
  it.each([
    ['a valid item', jersey, []],
    ['an undocumented property', { ...jersey, badge: 1 }, ['body.badge is not documented']],
    [
      'an undocumented property of an object',
      { ...jersey, kit: { id: 1, x: 2 } },
      ['body.kit.x is not documented'],
    ],
    ['a missing property', { item_type: 'shorts', name: 'A' }, ['body.size is missing']],
    ['a property of another type', { ...jersey, size: 'M' }, ['body.size is "M", but must be integer']],
    [
      'a value that is not in a list',
      { item_type: 'other', name: 'A', type: 'hat' },
      ['body.type is "hat", but must be one of ["cap","pin"]'],
    ],
    [
      'several problems of one type',
      { item_type: 'other', name: 1, size: 2 },
      ['body.name is 1, but must be string', 'body.size is not documented', 'body.type is missing'],
    ],
    [
      'an unknown item_type',
      { ...jersey, item_type: 'hat' },
      ['body.item_type is not that of any schema of the union'],
    ],
  ])("names only problems of the item's type: %s", (_what, body, expected) => {
    const shown = expected.length > 0 ? [JSON.stringify(body)] : [];
    expect(new Set(findProblems(body, { union }))).toEqual(new Set([...expected, ...shown]));
  });
});

describe('createResponseCheck', () => {
  it('names the index of a list entry, and repeated problems once', () => {
    const cap = { item_type: 'other', name: 'A', type: 'cap' };
    const items = [jersey, { ...cap, x: 1 }, cap, { ...cap, x: 1 }];
    const [problem] = findProblems(items, { path: '/items/' });
    expect(problem).toBe('body[1].x is not documented (and 1 more like it)');
  });

  it('compares a value with the schema of its JSON type in a union without a discriminator', () => {
    const value = { a: '', d: '' };
    const problems = ['body.b is missing', 'body.c is missing', 'body.d is not documented'];
    expect(new Set(findProblems(value, { path: '/either/' }))).toEqual(
      new Set([...problems, JSON.stringify(value)]),
    );
  });

  it('names an invalid header', () => {
    const [problem] = findProblems(jersey, { headers: { 'X-Total-Count': 'many' } });
    expect(problem).toBe('header X-Total-Count is "many", but must be integer');
  });
});

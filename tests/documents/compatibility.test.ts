import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIV3 } from 'openapi-types';
import * as z from 'zod';
import { CATALOGUE_CONTRACTS, expandedKit } from '@kitroom/catalogue-client';
import { COLLECTION_CONTRACTS, ITEM_DEFAULTS } from '@kitroom/collection-client';
import { toJsonSchema } from '@kitroom/server/http/json-schema';
import { newField, type Contract } from '@kitroom/shared';
import { buildDocuments } from '../../scripts/write-openapi.ts';
import { compareDocuments, type ClientSchemas, type Schema } from './compare-documents.ts';

const CONTRACTS = { catalogue: CATALOGUE_CONTRACTS, collection: COLLECTION_CONTRACTS };

/** New fields that are not always sent, each with the reason. */
const CONDITIONAL = [
  // Only the owner of an item receives these.
  toConditional('', ITEM_DEFAULTS.private),
  // Items of other types lack these.
  toConditional('GET /api/collections/me/items.ndjson ', ITEM_DEFAULTS.ofTypes),
  // Lists of kits have these with `expand=true`.
  toConditional(String.raw`GET /api/(?:clubs/\{club_id\}/)?kits(?:/bulk)? `, expandedKit.shape),
];

function toConditional(place: string, fields: object): RegExp {
  return new RegExp(`^${place}.* (?:${Object.keys(fields).join('|')}) is new, but not always sent`);
}

/** The schema that a client accepts; for new fields, the OpenAPI document is stricter. */
function toClientSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' }) as Schema;
}

function clientOf(contracts: readonly Contract[]): ClientSchemas {
  const byId = new Map(contracts.map((contract) => [contract.id, contract]));
  return (id, status) => {
    const schema = byId.get(id)?.responses[Number(status)]?.schema;
    return schema && toClientSchema(schema);
  };
}

describe.each(['catalogue', 'collection'] as const)('the API of the %s', (service) => {
  const file = new URL(`../../docs/baseline/${service}.openapi.json`, import.meta.url);
  const baseline = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIV3.Document;
  const current = buildDocuments()[service];

  it('keeps the operation ids and schema names of the latest release', () => {
    expect(Object.keys(current.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(Object.keys(baseline.components?.schemas ?? {})),
    );
    for (const [path, item = {}] of Object.entries(baseline.paths)) {
      expect(current.paths[path]).toMatchObject(listIds(item));
    }
  });

  it('is compatible with the latest release in docs/baseline', () => {
    const problems = compareDocuments(baseline, current, clientOf(CONTRACTS[service]));
    expect(problems.filter((problem) => !CONDITIONAL.some((reason) => reason.test(problem)))).toEqual([]);
  });
});

/** The operation ids of a path, by method. */
function listIds(item: OpenAPIV3.PathItemObject) {
  const operations = Object.entries(item) as Array<[string, OpenAPIV3.OperationObject]>;
  return Object.fromEntries(operations.map(([method, { operationId }]) => [method, { operationId }]));
}

const shirt = { name: z.string(), size: z.int().nullable(), design: z.enum(['plain', 'stripes']) };
const body = { name: z.string().max(20), note: z.string().nullable().optional() };

interface Api {
  response?: z.ZodType;
  request?: z.ZodType;
  query?: OpenAPIV3.ParameterObject[];
  path?: string;
}

function compare(
  { response: before = z.object(shirt), request: sent = z.object(body) }: Api,
  now: Api,
): string[] {
  const { response = before, request = sent } = now;
  return compareDocuments(
    toDocument({ response: before, request: sent }),
    toDocument({ ...now, response, request }),
    () => toClientSchema(response),
  );
}

function toDocument({
  response,
  request,
  query = [],
  path = '/shirts/',
}: Required<Pick<Api, 'response' | 'request'>> & Api): OpenAPIV3.Document {
  const content = (schema: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: toJsonSchema(schema, io) as OpenAPIV3.SchemaObject },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Test', version: '1' },
    paths: {
      [path]: {
        post: {
          operationId: 'postShirt',
          parameters: query,
          requestBody: { content: content(request, 'input') },
          responses: { 200: { description: 'OK', content: content(response, 'output') } },
        },
      },
    },
  };
}

const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } } as const;
const union = (more: z.ZodRawShape) =>
  z.discriminatedUnion('item_type', [
    z.object({ item_type: z.literal('shirt'), ...shirt, ...more }),
    z.object({ item_type: z.literal('cap'), ...shirt }),
  ]);

describe('compareDocuments', () => {
  it.each<[string, Api, Api, string[]]>([
    ['an equal document', {}, {}, []],
    ['a new field', {}, { response: z.object({ ...shirt, club: newField(z.string()) }) }, []],
    [
      'a new optional field of a request',
      {},
      { request: z.object({ ...body, tag: z.string().optional() }) },
      [],
    ],
    ['a new optional parameter', {}, { query: [{ ...limit, required: false }] }, []],
    [
      'a new response field that the client requires',
      {},
      { response: z.object({ ...shirt, club: z.string() }) },
      ['club is new, but the client requires it: use newField()'],
    ],
    [
      'a new response field that the service may omit',
      {},
      { response: z.object({ ...shirt, club: z.string().optional() }) },
      ['club is new, but not always sent: use newField()'],
    ],
    [
      'a new response field of one type of a union in a list',
      { response: z.array(union({})) },
      { response: z.array(union({ club: z.string() })) },
      ['club is new, but the client requires it: use newField()'],
    ],
    ['a missing path', {}, { path: '/caps/' }, ['POST /shirts/ is gone']],
    ['a missing response field', {}, { response: z.object(shirt).omit({ size: true }) }, ['size is gone']],
    [
      'an optional response field',
      {},
      { response: z.object(shirt).partial({ size: true }) },
      ['size is no longer always sent'],
    ],
    [
      'a nullable response field',
      {},
      { response: z.object({ ...shirt, name: z.string().nullable() }) },
      ['name may now be null'],
    ],
    [
      'a response field of another type',
      {},
      { response: z.object({ ...shirt, name: z.int() }) },
      ['name was of type string, but is now of type integer'],
    ],
    [
      'a missing value',
      {},
      { response: z.object({ ...shirt, design: z.enum(['plain']) }) },
      ['no longer has the value "stripes"'],
    ],
    [
      'a required field of a request',
      {},
      { request: z.object({ ...body, tag: z.string() }) },
      ['tag is now required'],
    ],
    ['a required parameter', {}, { query: [limit] }, ['limit is now required']],
    [
      'a lower limit of a request',
      {},
      { request: z.object({ ...body, name: z.string().max(10) }) },
      ['name has a lower maxLength'],
    ],
    [
      'a field of a request that is no longer nullable',
      {},
      { request: z.object({ ...body, note: z.string().optional() }) },
      ['note no longer accepts null'],
    ],
  ])('reports only incompatible changes: %s', (_what, before, now, expected) => {
    const problems = compare(before, now);
    expect(problems).toHaveLength(expected.length);
    for (const [index, text] of expected.entries()) expect(problems[index]).toContain(text);
  });
});

it('newField makes a field required in the document and optional for the client', () => {
  const schema = z.object({ name: z.string(), club: newField(z.string().nullable()) });
  expect(toJsonSchema(schema, 'output')).toMatchObject({ required: ['name', 'club'] });
  expect(schema.safeParse({ name: 'A' }).success).toBe(true);
  expect(schema.safeParse({ name: 'A', club: 1 }).success).toBe(false);
  const sent: z.input<typeof schema> = { name: 'A', club: null };
  // @ts-expect-error -- the service has to send the field
  const lacking: z.input<typeof schema> = { name: 'A' };
  const received: z.output<typeof schema> = { name: 'A' };
  expect([sent, lacking, received].map((value) => schema.validate(value))).toEqual([true, true, true]);
});

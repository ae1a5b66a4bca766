import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIV3 } from 'openapi-types';
import { RECORD_TYPES } from '@kitroom/catalogue-client';
import { CATALOGUE_TEXTS, RECORD_TEXTS } from '@kitroom/catalogue-client/documentation';
import { ITEM_TYPES } from '@kitroom/collection-client';
import { COLLECTION_TEXTS } from '@kitroom/collection-client/documentation';
import { listOperations } from '@kitroom/server/documentation/add-examples';
import {
  COMMON_TEXTS,
  findTextKey,
  listDescribedParts,
} from '@kitroom/server/documentation/describe-document';
import { createSchemaCheck } from '@kitroom/testing/check-schema';
import { inlineComponents } from '@kitroom/testing/inline-components';
import { buildDocuments } from '../../scripts/write-openapi.ts';

const PUBLISHED = buildDocuments();
const DOCUMENTS = {
  catalogue: inlineComponents(PUBLISHED.catalogue),
  collection: inlineComponents(PUBLISHED.collection),
};

const SERVICES = [
  { service: 'catalogue', texts: { ...COMMON_TEXTS, ...CATALOGUE_TEXTS }, ownTexts: CATALOGUE_TEXTS },
  {
    service: 'collection',
    texts: { ...COMMON_TEXTS, ...RECORD_TEXTS, ...COLLECTION_TEXTS },
    ownTexts: { ...COMMON_TEXTS, ...COLLECTION_TEXTS },
  },
] as const;

describe.each(SERVICES)('the OpenAPI document of the $service', ({ service, texts, ownTexts }) => {
  const document = DOCUMENTS[service];
  const parts = listDescribedParts(document);

  it('describes every tag, component, property, parameter and response', () => {
    const missing = parts.filter(({ part }) => !/\w.*[\w`)#]/.test(part.description ?? ''));
    expect(missing.map(({ path }) => path.join('.'))).toEqual([]);
    expect(parts.length).toBeGreaterThan(300);
  });

  it('describes each parameter in the words of its resource', () => {
    const copied = Object.entries(document.paths).flatMap(([path, item = {}]) =>
      (Object.values(item) as OpenAPIV3.OperationObject[]).flatMap(({ operationId, parameters = [] }) =>
        (parameters as OpenAPIV3.ParameterObject[])
          .filter((parameter) => !isOfResource(path, parameter))
          .map(({ name, description }) => `${operationId} ${name}: ${description}`),
      ),
    );
    expect(copied).toEqual([]);
  });

  it('uses every description text', () => {
    const used = new Set([
      ...listOperations(document).map(({ operationId = '' }) => operationId),
      ...parts.map(({ path }) => findTextKey(path, texts)),
    ]);
    expect(Object.keys(ownTexts).filter((key) => !used.has(key))).toEqual([]);
  });
});

/**
 * Whether the description of a path parameter names what it identifies: `{id}` in `/api/items/{id}/` an item.
 * The description of a filter must differ from that of a field, which may mention null or read-only.
 */
function isOfResource(
  path: string,
  { name, in: where, description = '' }: OpenAPIV3.ParameterObject,
): boolean {
  if (where !== 'path') return !/\bnull\b|cannot be changed/i.test(description);
  const collection = path
    .slice(0, path.indexOf(`{${name}}`))
    .split('/')
    .findLast((segment) => /^[a-z]/.test(segment));
  const names = [name.replace(/_?id$/, ''), collection ?? ''].map((text) => text.replace(/[sd]$/, ''));
  return names.some((text) => text !== '' && description.toLowerCase().includes(text));
}

describe('the response headers in the OpenAPI documents', () => {
  const COUNTED = [
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ];

  // Each response in the tests of the services is checked against these.
  it.each([
    ['catalogue', 'listKits', 200, [...COUNTED, 'ETag', 'X-Cache', 'Link', 'X-Total-Count']],
    ['catalogue', 'getKit', 404, COUNTED],
    ['catalogue', 'getKit', 403, [...COUNTED, 'Retry-After']],
    ['catalogue', 'getClub', 301, [...COUNTED, 'Location']],
    ['catalogue', 'getKitPicture', 200, ['ETag']],
    ['catalogue', 'getBulkFile', 206, ['ETag', 'Accept-Ranges', 'Content-Range', 'Last-Modified']],
    ['catalogue', 'scrapeUserCollection', 429, [...COUNTED, 'Retry-After']],
    ['catalogue', 'getHealth', 200, []],
    ['catalogue', 'listKits', 304, [...COUNTED, 'ETag', 'X-Cache', 'Link', 'X-Total-Count']],
    ['catalogue', 'getKitPicture', 304, ['ETag']],
    ['catalogue', 'getBulkFile', 304, ['ETag', 'Accept-Ranges', 'Last-Modified']],
    ['collection', 'listItems', 304, [...COUNTED, 'ETag', 'Link', 'X-Total-Count']],
    ['collection', 'downloadExport', 304, [...COUNTED, 'ETag', 'Accept-Ranges']],
    ['collection', 'listItems', 200, [...COUNTED, 'ETag', 'Link', 'X-Total-Count']],
    ['collection', 'listCollections', 200, [...COUNTED, 'ETag']],
    ['collection', 'getItem', 401, [...COUNTED, 'WWW-Authenticate']],
    ['collection', 'getItem', 429, [...COUNTED, 'Retry-After']],
    ['collection', 'getArchiveKit', 200, [...COUNTED, 'ETag', 'X-Cache']],
    ['collection', 'getCsrfToken', 200, []],
    ['collection', 'exportItemTable', 200, [...COUNTED, 'Content-Disposition']],
    ['collection', 'downloadExport', 416, [...COUNTED, 'Content-Range']],
  ] as const)('are derived from the contract: %s %s %d', (service, id, status, names) => {
    const document = DOCUMENTS[service];
    const operation = listOperations(document).find(({ operationId }) => operationId === id);
    const response = operation?.responses[status] as OpenAPIV3.ResponseObject | undefined;
    expect(new Set(Object.keys(response?.headers ?? {}))).toEqual(
      new Set(['X-Request-Id', 'Preference-Applied', ...names]),
    );
    expect(Object.keys(document.components?.headers ?? {})).toEqual(expect.arrayContaining([...names]));
  });
});

describe.each(SERVICES)('the 304 responses in the OpenAPI document of the $service', ({ service }) => {
  it('are declared, without a body, for exactly the GETs whose 200 response has an ETag', () => {
    const operations = Object.values(DOCUMENTS[service].paths).flatMap((item = {}) =>
      Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, operation]) => {
        const responses = operation.responses as Record<number, OpenAPIV3.ResponseObject>;
        return { id: operation.operationId, method, whole: responses[200], notModified: responses[304] };
      }),
    );
    const tagged = operations.filter(({ method, whole }) => method === 'get' && whole?.headers?.['ETag']);
    const declared = operations.filter(({ notModified }) => notModified !== undefined);
    expect(declared.map(({ id }) => id)).toEqual(tagged.map(({ id }) => id));
    expect(tagged.length).toBeGreaterThan(15);
    for (const { id, notModified } of declared) {
      expect([id, notModified?.headers?.['ETag'], notModified?.content]).toEqual([
        id,
        { $ref: '#/components/headers/ETag' },
        undefined,
      ]);
    }
  });
});

describe('the OpenAPI document of the collection', () => {
  it('contains the schema of a line of items.ndjson', () => {
    const document = DOCUMENTS.collection;
    expect(document.components?.schemas?.['ExportedItem']).toMatchObject({
      properties: { values: { type: 'array' }, photos: { type: 'array' } },
    });
    expect(document.paths['/api/collections/me/items.ndjson']?.get?.responses[200]).toMatchObject({
      content: { 'application/x-ndjson': { schema: { $ref: '#/components/schemas/ExportedItem' } } },
    });
  });
});

describe('the discriminated unions in the OpenAPI documents', () => {
  const collection = DOCUMENTS.collection.components?.schemas ?? {};
  const catalogue = DOCUMENTS.catalogue.components?.schemas ?? {};
  const change = catalogue['Change'] as OpenAPIV3.SchemaObject;

  it.each([
    ['Item', collection, collection['Item'], 'item_type', ITEM_TYPES],
    ['ItemWithPhotos', collection, collection['ItemWithPhotos'], 'item_type', ITEM_TYPES],
    ['NewItem', collection, collection['NewItem'], 'item_type', ITEM_TYPES],
    ['Change.record', catalogue, change.properties?.['record'], 'kind', RECORD_TYPES],
  ] as const)('map each type to its schema: %s', (_name, schemas, union, key, types) => {
    const { discriminator, oneOf = [] } = union as OpenAPIV3.SchemaObject;
    expect(discriminator?.propertyName).toBe(key);
    const mapping = Object.entries(discriminator?.mapping ?? {});
    expect(mapping.map(([type]) => type)).toEqual([...types]);
    expect(mapping.map(([, $ref]) => ({ $ref }))).toEqual(oneOf);
    for (const [type, reference] of mapping) {
      expect(schemas[reference.split('/').at(-1) ?? '']).toMatchObject({
        properties: { [key]: { enum: [type] } },
        required: expect.arrayContaining([key]),
      });
    }
  });
});

describe('the OpenAPI document of the collection', () => {
  it.each(['/api/items/', '/api/items/{id}/'])('has a NewItem body with all writable fields: %s', (path) => {
    const { paths, components } = DOCUMENTS.collection;
    const operation = path.endsWith('{id}/') ? paths[path]?.put : paths[path]?.post;
    expect(operation?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/NewItem' } } },
    });
    for (const name of ['Jersey', 'Shorts', 'Outerwear', 'Tracksuit', 'Pants', 'OtherItem']) {
      const sent = components?.schemas?.[`New${name}`] as OpenAPIV3.SchemaObject;
      const shown = components?.schemas?.[`${name}WithPhotos`] as OpenAPIV3.SchemaObject;
      expect(sent.required).toEqual(['item_type']);
      const shownOnly = new Set(['id', 'user', 'created_at', 'updated_at', 'labels', 'photos']);
      const writable = Object.keys(shown.properties ?? {}).filter((field) => !shownOnly.has(field));
      expect(Object.keys(sent.properties ?? {}).toSorted()).toEqual(writable.toSorted());
    }
  });
});

describe.each([
  ['catalogue', 250],
  ['collection', 500],
] as const)('docs/%s.openapi.json', (service, kilobytes) => {
  const text = readFileSync(new URL(`../../docs/${service}.openapi.json`, import.meta.url), 'utf8');

  it('equals the document built from the contracts', () => {
    const isCurrent = JSON.stringify(JSON.parse(text)) === JSON.stringify(PUBLISHED[service]);
    if (!isCurrent) throw new Error('The document differs from the contracts. Run: npm run -s openapi');
    expect(isCurrent).toBe(true);
  });

  it(`has at most ${kilobytes} kB`, () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(kilobytes * 1000);
  });
});

interface Case {
  place: string;
  schema: object;
  values: unknown[];
}

describe.each(['catalogue', 'collection'] as const)(
  'the examples in the OpenAPI document of the %s',
  (service) => {
    const document = DOCUMENTS[service];
    const shared = (document.components?.examples ?? {}) as Record<string, OpenAPIV3.ExampleObject>;
    const cases = listOperations(document).flatMap(listCases);

    // Written by tests/documents/api-examples.slow.test.ts; errors are in `src/documentation`.
    it('exist for every body, response and required parameter', () => {
      expect(cases.filter(({ values }) => values.length === 0).map(({ place }) => place)).toEqual([]);
      expect(cases.length).toBeGreaterThan(200);
    });

    it('match their schemas', () => {
      const check = createSchemaCheck(document);
      const problems = cases.flatMap(({ place, schema, values }) =>
        values.flatMap((value) => {
          const problem = check(schema, value);
          return problem === undefined ? [] : [`${place}: ${problem}`];
        }),
      );
      expect(problems).toEqual([]);
    });

    it('include no unused shared example', () => {
      const used = JSON.stringify(document.paths);
      expect(Object.keys(shared).filter((name) => !used.includes(`#/components/examples/${name}"`))).toEqual(
        [],
      );
    });

    function listCases(operation: OpenAPIV3.OperationObject): Case[] {
      const { operationId: id, parameters = [], requestBody, responses } = operation;
      const required = (parameters as OpenAPIV3.ParameterObject[]).filter((parameter) => parameter.required);
      const { content } = (requestBody ?? { content: {} }) as OpenAPIV3.RequestBodyObject;
      const json = content['application/json'];
      const body = json ?? content['multipart/form-data'];
      const bodies = Object.entries(responses).flatMap(([status, response]) => {
        const media = (response as OpenAPIV3.ResponseObject).content?.['application/json'];
        return media ? [toCase(`${id} ${status}`, media)] : [];
      });
      return [
        ...required.map((parameter) => toCase(`${id} ${parameter.name}`, parameter)),
        ...(body ? [toCase(`${id} body`, body)] : []),
        ...bodies,
      ];
    }

    function toCase(
      place: string,
      { schema = {}, example, examples = {} }: OpenAPIV3.MediaTypeObject | OpenAPIV3.ParameterBaseObject,
    ): Case {
      const names = Object.values(examples).map((entry) =>
        '$ref' in entry ? (entry.$ref.split('/').at(-1) ?? '') : '',
      );
      const values = [
        ...(example === undefined ? [] : [example]),
        ...names.map((name) => shared[name]?.value),
      ];
      return { place, schema, values };
    }
  },
);

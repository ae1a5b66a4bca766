import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { inlineComponents } from '@kitroom/testing/inline-components';
import { collectionDocument } from '../src/openapi.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addCollector, type Collector } from './test-users.ts';

const DEEP = ['This value is nested too deeply: at most 32 levels are accepted.'];
const MANY = ['This value is too large: at most 10000 values are accepted.'];
const RESPONSE_BYTES_MAX = 20_000;
const LEVELS = 200_000;

const deepList = nest('[', '', ']', LEVELS);
const deepObject = nest('{"a":', '1', '}', 100_000);

const collection = useCollection({ THROTTLE_LOGIN: '10000/300' });
let collector: Collector;
let browser: TestBrowser;
let csrf: string;
let item: number;

beforeAll(async () => {
  collector = await addCollector(collection);
  browser = openBrowser(collection);
  await browser.signIn(collector.username);
  csrf = await browser.csrfToken();
  item = await addItem(collection, collector);
});

/** JSON with this many levels, too deep for JSON.stringify. */
function nest(open: string, inner: string, close: string, levels: number): string {
  return `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
}

/** A JSON object of serialized values. */
function object(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;
}

function send(method: string, path: string, body: string): Promise<ApiResponse> {
  return browser.request(path, {
    method,
    body,
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf },
  });
}

function postItem(fields: Readonly<Record<string, string>>): Promise<ApiResponse> {
  return send('POST', '/api/items/', object({ item_type: '"jersey"', is_draft: 'true', ...fields }));
}

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  oneOf?: Schema[];
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

/** Every endpoint that accepts JSON, with its fields. */
function listJsonEndpoints() {
  const document = inlineComponents(collectionDocument()) as unknown as Document;
  return COLLECTION_CONTRACTS.flatMap(({ id, method, path }) => {
    const schema =
      document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
    if (!schema) return [];
    return [{ id, method, path, fields: [...new Set(listFields(schema, document))] }];
  });
}

function listFields(schema: Schema, document: Document): string[] {
  const { properties = {}, oneOf = [] } =
    document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  return [...Object.keys(properties), ...oneOf.flatMap((choice) => listFields(choice, document))];
}

describe('a JSON body with too many levels or values', () => {
  it.each(listJsonEndpoints())(
    'is rejected by $id with a response below 20 kB',
    async ({ method, path, fields }) => {
      const target = path
        .replace('{id}', String(item))
        .replace('{username}', collector.username)
        .replace('{provider}', 'none');
      const all = (text: string) =>
        object(Object.fromEntries([...fields, 'nothing'].map((name) => [name, text])));
      const bodies = [
        deepList,
        deepObject,
        object({ nothing: deepList }),
        all(nest('[', '', ']', 10_000)),
        all(nest('[', '', ']', 31)),
        all(JSON.stringify('x'.repeat(20_000))),
        all(JSON.stringify(Array(500).fill(7))),
        all(JSON.stringify(Array.from({ length: 400 }, (_, index) => `choice ${index}`))),
        all('1'.repeat(400)),
      ];
      for (const body of bodies) {
        const response = await send(method, target, body);
        expect([body.slice(0, 100), response.status]).toEqual([body.slice(0, 100), expect.any(Number)]);
        expect([400, 401, 403, 404, 429]).toContain(response.status);
        expect(JSON.stringify(response.body).length).toBeLessThan(RESPONSE_BYTES_MAX);
      }
    },
  );

  it.each([
    ['item_type', deepList],
    ['item_type', deepObject],
    ['tags', deepList],
    ['unknown', deepObject],
    ['name', nest('[', '', ']', 32)],
  ])('is rejected with the name of the field that is nested too deeply: %s', async (field, text) => {
    const { status, body } = await postItem({ [field]: text });
    expect([status, body]).toEqual([400, { [field]: DEEP }]);
  });

  it('is rejected with non_field_errors if the body itself is nested too deeply', async () => {
    const { status, body } = await send('POST', '/api/items/', deepList);
    expect([status, body]).toEqual([400, { non_field_errors: DEEP }]);
  });

  it('is accepted with up to 32 levels', async () => {
    expect((await postItem({ unknown: nest('[', '', ']', 31) })).status).toBe(201);
  });

  it.each([['tags'], ['secondary_colors'], ['unknown']])(
    'is rejected with the name of the field that has too many values: %s',
    async (field) => {
      const { status, body } = await postItem({ [field]: `[${'1,'.repeat(490_000)}1]` });
      expect([status, body]).toEqual([400, { [field]: MANY }]);
    },
  );

  it('is rejected with non_field_errors if all fields together have too many values', async () => {
    const list = JSON.stringify(Array(4000).fill(1));
    const { status, body } = await postItem({ tags: list, secondary_colors: list, unknown: list });
    expect([status, body]).toEqual([400, { non_field_errors: MANY }]);
  });
});

describe('an invalid value in an error message', () => {
  it.each([['item_type'], ['design'], ['detailed_condition'], ['country']])(
    'is truncated to 100 characters: %s',
    async (field) => {
      const { status, body } = await postItem({ [field]: JSON.stringify('😀'.repeat(200_000)) });
      expect(status).toBe(400);
      expect(body[field]).toContain(`"${'😀'.repeat(100)}…" is not a valid choice.`);
    },
  );

  it('is repeated in full up to 100 characters', async () => {
    const value = 'x'.repeat(100);
    const { body } = await postItem({ design: JSON.stringify(value) });
    expect(body).toEqual({ design: [`"${value}" is not a valid choice.`] });
  });

  it('is truncated to 100 characters for query parameters', async () => {
    const value = 'x'.repeat(5000);
    const { status, body } = await collector.request(`/api/items/?ordering=${value}&item_type=${value}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      item_type: [`"${'x'.repeat(100)}…" is not a valid choice.`],
      ordering: [expect.stringMatching(/^"x{100}…" is not a valid choice\. Choose from /)],
    });
  });

  it('is reported for at most twenty elements of a list', async () => {
    const wrong = (length: number) => JSON.stringify(Array.from({ length }, (_, index) => 100 + index));
    const { status, body } = await postItem({ secondary_colors: wrong(100) });
    expect([status, body.secondary_colors.length]).toEqual([400, 20]);
    const { status: statusOfMany, body: bodyOfMany } = await postItem({ secondary_colors: wrong(101) });
    expect([statusOfMany, bodyOfMany.secondary_colors]).toEqual([
      400,
      ['Ensure this field has no more than 100 elements.'],
    ]);
  });
});

import fc from 'fast-check';
import { CONTENT_TYPE_IDS, ITEM_TYPES } from '@kitroom/collection-client';
import type { Operation, Schema } from './operations.ts';
import { fieldValue, Known, someOf } from './values.ts';

/** Who sends a request. */
export type Credentials =
  | { kind: 'none' | 'token' | 'session' | 'sessionWithoutCsrf' | 'sessionAndToken' | 'key' }
  | { kind: 'header'; name: string; value: string };

/** How the body is sent. */
export type Framing = 'length' | 'chunked' | 'slow' | 'cut' | 'doubled' | 'wrongLength';

/** A body before it is bytes. */
export interface Body {
  /** As the document names it. */
  type: string;
  value: unknown;
}

/** Bytes and what they are said to be. */
export interface Content {
  type: string | undefined;
  bytes: Buffer;
}

/** A request before the ids and secrets of the running services are put in. */
export interface Draft {
  operation: Operation;
  method: string;
  params: Readonly<Record<string, unknown>>;
  query: ReadonlyArray<readonly [string, unknown]>;
  body: Body | undefined;
  credentials: Credentials;
  /** Which of the users. */
  actor: number;
  headers: ReadonlyArray<readonly [string, string]>;
  framing: Framing;
  rewriteTarget(target: string): string;
  rewriteContent(content: Content): Content;
  /** Whether it still asks for the operation. */
  isAddressed: boolean;
  /** Whether a server may refuse it before it knows what it asks for. */
  isIllegal: boolean;
}

/** A request that does nothing but what it must. */
export function plainDraft(operation: Operation, options: Partial<Draft> = {}): Draft {
  return {
    operation,
    method: operation.method,
    params: {},
    query: [],
    body: undefined,
    credentials: { kind: 'none' },
    actor: 0,
    headers: [],
    framing: 'length',
    rewriteTarget: (target) => target,
    rewriteContent: (content) => content,
    isAddressed: true,
    isIllegal: false,
    ...options,
  };
}

/** Requests as the document allows them. */
export function validDraft(operation: Operation): fc.Arbitrary<Draft> {
  const { parameters } = operation;
  return fc
    .record({
      params: someOf(fieldsOf(operation, 'path')).map((pairs) => Object.fromEntries(pairs)),
      query: someOf(fieldsOf(operation, 'query')).map(spreadLists),
      body: bodyOf(operation),
      credentials: credentialsOf(operation),
      actor: fc.nat(),
    })
    .map((options) => plainDraft(operation, options));

  function fieldsOf(one: Operation, place: string) {
    return parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, isRequired, schema, isCommaSeparated }) => {
        const value = fieldValue(one, name, schema);
        return { name, isRequired, value: isCommaSeparated ? value.map(joinTexts) : value };
      });
  }
}

/** Ids of the running services cannot be joined yet: one of them is sent, which is a list too. */
function joinTexts(values: unknown): unknown {
  const list = values as unknown[];
  return list.find((value) => value instanceof Known) ?? list.join(',');
}

/** A list in a query is its name, repeated. */
function spreadLists(pairs: Array<[string, unknown]>): Array<[string, unknown]> {
  return pairs.flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value]],
  );
}

function credentialsOf({ service, isPublic }: Operation): fc.Arbitrary<Credentials> {
  const of = (weight: number, kind: Exclude<Credentials['kind'], 'header'>) => ({
    weight,
    arbitrary: fc.constant<Credentials>({ kind }),
  });
  if (service === 'catalogue') return fc.oneof(of(19, 'key'), of(1, 'none'));
  if (isPublic) return fc.oneof(of(8, 'none'), of(2, 'token'), of(2, 'session'), of(1, 'sessionWithoutCsrf'));
  return fc.oneof(
    of(13, 'token'),
    of(5, 'session'),
    of(1, 'sessionAndToken'),
    of(1, 'sessionWithoutCsrf'),
    of(1, 'none'),
  );
}

function bodyOf(operation: Operation): fc.Arbitrary<Body | undefined> {
  if (operation.bodies.length === 0) return fc.constant(undefined);
  return fc.oneof(
    ...operation.bodies.map(({ type, schema }) =>
      objectOf(operation, schema).map((value): Body => ({ type, value })),
    ),
  );
}

function objectOf(operation: Operation, schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    value: fieldValue(operation, name, property as Schema),
  }));
  const any = someOf(fields).map((pairs) => Object.fromEntries(pairs));
  if (operation.id === 'createItem' || operation.id === 'putItem') {
    return fc.oneof(
      any,
      fc.tuple(any, wholeItem).map(([some, item]) => ({ ...keepCommon(some), ...item })),
    );
  }
  if (operation.path.startsWith('/api/photos/'))
    return fc.tuple(any, target).map(([some, at]) => ({ ...some, ...at }));
  return any;
}

const OF_ALL_TYPES = new Set(['club', 'season', 'condition', 'detailed_condition', 'description', 'tags']);

function keepCommon(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => OF_ALL_TYPES.has(name)));
}

/** An item with a name: the schema alone does not tell that it needs one. */
const wholeItem = fc
  .record({
    type: fc.constantFrom(...ITEM_TYPES),
    brand: fc.nat(),
    name: fc.string({ minLength: 1, maxLength: 20 }),
  })
  .map(({ type, brand, name }) => ({
    item_type: type,
    name: `${name}.`,
    brand: new Known('brand', brand),
  }));

/** An item and the content type that is its own, nothing, or whatever is drawn. */
const target: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .nat()
      .map((pick) => ({ content_type: new Known('contentType', pick), object_id: new Known('item', pick) })),
  },
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...Object.values(CONTENT_TYPE_IDS)).map((content_type) => ({ content_type })),
  },
);

import fc from 'fast-check';
import * as odd from './odd-values.ts';
import type { Operation } from './operations.ts';
import { brokenUpload } from './uploads.ts';
import { objectOf, someOf } from './values.ts';

export type Pair = readonly [name: string, value: unknown];
type Credentials = 'none' | 'key' | 'token' | 'session' | 'sessionWithoutCsrf' | 'sessionAndToken';

/** A request before ids and secrets are filled in: plain data that fast-check can shrink. */
export interface FuzzRequest {
  operation: Operation;
  /** Index of the user who sends the request. */
  user: number;
  /** The kind of credentials, or a header with invalid ones. */
  credentials: Credentials | odd.Header;
  params: Readonly<Record<string, unknown>>;
  query: readonly Pair[];
  headers: readonly Pair[];
  body?: { type: string; value: unknown };
  /** Replaces the operation's method. */
  method?: string;
  /** A change to the encoded address. */
  target?: odd.Change;
  /** Changes to the encoded body. */
  content?: odd.ContentChanges;
  framing?: 'chunked' | 'cut' | 'doubled' | 'negative';
}

type Body = NonNullable<FuzzRequest['body']>;
type Content = Operation['bodies'][number];

/** Requests for an operation: as documented, or with odd parts in about half of them if `isOdd` is true. */
export function requestOf(operation: Operation, isOdd = true): fc.Arbitrary<FuzzRequest> {
  const { method, bodies } = operation;
  // A failure that does not need the odd part shrinks to a request without it.
  const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
    isOdd
      ? fc.oneof({ withCrossShrink: true }, { weight, arbitrary: usual }, { weight: 1, arbitrary: unusual })
      : usual;
  const credentials = fc.constantFrom<Array<FuzzRequest['credentials']>>(...listCredentials(operation));
  const [path, params] = [namesIn(operation, 'path'), fieldsIn(operation, 'path')];
  const query = fieldsIn(operation, 'query').map((fields) => repeatNames(operation, fields));
  const headers = fieldsIn(operation, 'header').map((fields): Pair[] => Object.entries(fields));
  const oddHeaders = fc.tuple(headers, odd.header).map(([usual, header]) => [...usual, header]);
  const nothing = fc.constant(undefined);
  const parts = {
    operation: fc.constant(operation),
    user: fc.nat(2),
    credentials: mostly(25, credentials, odd.credentials),
    params: path.length > 0 ? mostly(8, params, withOdd(params, path, odd.text)) : params,
    query: mostly(8, query, oddQuery(operation, query)),
    headers: mostly(12, headers, oddHeaders),
    body: nothing as fc.Arbitrary<Body | undefined>,
    method: mostly(40, nothing, fc.constantFrom(...odd.METHODS)),
    target: mostly(20, nothing, fc.constantFrom(...odd.TARGETS)),
    // Operations without a body receive one, too.
    content: method === 'GET' ? nothing : mostly(12, nothing, odd.content),
    framing: mostly(40, nothing, fc.constantFrom('chunked', 'cut', 'doubled', 'negative')),
  };
  if (bodies.length > 0) {
    const ofAll = (create: typeof bodyOf) => fc.oneof(...bodies.map((body) => create(operation, body)));
    parts.body = mostly(3, ofAll(bodyOf), ofAll(oddBody));
  }
  // Counterexamples are shorter without undefined parts.
  return fc
    .record(parts)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, part]) => part !== undefined)) as never);
}

/** Requests with each field of a JSON body, or the whole body, at its limits, which random values miss. */
export function requestsAtLimits(operation: Operation, seed: number): FuzzRequest[] {
  const json = operation.bodies.find(({ type }) => type === 'application/json');
  if (!json) return [];
  const arbitrary = requestOf({ ...operation, bodies: [json] }, false);
  const [usual] = fc.sample(arbitrary, { seed, numRuns: 1 }) as [FuzzRequest];
  const values = Object.entries(json.schema.properties ?? {}).flatMap(([name, field]) =>
    odd.valuesAtLimits(field).map((value) => ({ ...(usual.body?.value as object), [name]: value })),
  );
  return [
    ...values.map((value) => ({ ...usual, body: { type: json.type, value } })),
    ...[2 ** 20, 2 ** 20 + 1].map((length) => ({ ...usual, content: { length } })),
  ];
}

function namesIn({ parameters }: Operation, place: string): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function fieldsIn(operation: Operation, place: string): fc.Arbitrary<Record<string, unknown>> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const schemas = parameters.map(({ name, schema }) => [name, schema] as const);
  return someOf(operation, Object.fromEntries(schemas), required);
}

/** Repeats the name of a list in a query for each value, unless the values are joined by commas. */
function repeatNames({ parameters }: Operation, fields: Record<string, unknown>): Pair[] {
  const joined = new Set(parameters.filter(({ explode }) => explode === false).map(({ name }) => name));
  return Object.entries(fields).flatMap(([name, value]) =>
    joined.has(name) ? [[name, value] as const] : [value].flat().map((element) => [name, element] as const),
  );
}

/** Lists kinds of credentials; those that occur several times are more likely. */
function listCredentials({ service, isPublic }: Operation): Credentials[] {
  if (service === 'catalogue') return [...Array<Credentials>(9).fill('key'), 'none'];
  const any = ['token', 'session', 'sessionWithoutCsrf', 'sessionAndToken', 'none'] as const;
  const usual = isPublic ? (['none'] as const) : (['token', 'token', 'session'] as const);
  return [...any, ...Array.from({ length: 6 }, () => usual).flat()];
}

const UNKNOWN_NAMES = ['unknown', '__proto__', 'toString', 'format', 'limit', '', '_method'];
const SUFFIXES = ['', '', '', '', '', '', '[]', '[a]', '[$ne]', '[a]'.repeat(200), '.', '\0', ' '];

function withOdd(
  fields: fc.Arbitrary<Record<string, unknown>>,
  names: readonly string[],
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const oddFields = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 1 });
  return fc.tuple(fields, oddFields).map(([usual, unusual]) => ({ ...usual, ...unusual }));
}

/** Adds an odd parameter to a query, replaces a usual one with it, or only removes one. */
function oddQuery(operation: Operation, query: fc.Arbitrary<Pair[]>): fc.Arbitrary<Pair[]> {
  const name = fc.constantFrom(...namesIn(operation, 'query'), ...UNKNOWN_NAMES);
  return fc
    .tuple(query, name, fc.constantFrom(...SUFFIXES), odd.text, fc.nat(4))
    .map(([usual, at, suffix, value, how]) => [
      ...(how < 2 ? usual : usual.filter(([parameter]) => parameter !== at)),
      ...(how < 4 ? [[`${at}${suffix}`, value] as const] : []),
    ]);
}

function bodyOf(operation: Operation, { type, schema }: Content): fc.Arbitrary<Body> {
  return objectOf(operation, schema).map((value) => ({ type, value }));
}

/** Bodies with a missing, odd or unknown field, with a broken file, or that are no object. */
function oddBody(operation: Operation, { type, schema }: Content): fc.Arbitrary<Body> {
  const { properties = {} } = schema;
  const usual = objectOf(operation, schema);
  const names = [...Object.keys(properties), ...UNKNOWN_NAMES];
  const files = names.filter((name) => properties[name]?.format === 'binary');
  return fc
    .oneof(
      withOdd(usual, names, fc.constant(undefined)),
      { weight: 5, arbitrary: withOdd(usual, names, odd.json) },
      odd.json,
      ...(files.length > 0 ? [{ weight: 7, arbitrary: withOdd(usual, files, brokenUpload) }] : []),
    )
    .map((value) => ({ type, value }));
}

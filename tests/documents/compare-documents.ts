import type { OpenAPIV3 } from 'openapi-types';
import { inlineComponents } from '@kitroom/testing/inline-components';

/** A JSON schema in the form of OpenAPI 3.0. */
export interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  [limit: string]: unknown;
}

/** A schema with the document that its references point into. */
interface Placed {
  root: unknown;
  schema: Schema;
}

/** Returns the schema with which the client checks a response; undefined if it does not check it. */
export type ClientSchemas = (operationId: string, status: string) => Schema | undefined;

interface Comparison {
  before: Placed;
  now: Placed;
  /** The client's schema of a response. */
  client?: Placed | undefined;
  isRequest: boolean;
}

const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems'];
const LOWER_LIMITS = ['minimum', 'minLength', 'minItems'];

/** Lists changes that break clients of the baseline, or newer clients of baseline services. */
export function compareDocuments(
  released: OpenAPIV3.Document,
  changed: OpenAPIV3.Document,
  clientSchemas: ClientSchemas,
): string[] {
  const [baseline, current] = [inlineComponents(released), inlineComponents(changed)];
  return listOperations(baseline).flatMap(({ path, method, operation: before }) => {
    const name = `${method.toUpperCase()} ${path}`;
    const now = operationAt(current, path, method);
    if (!now) return [`${name} is gone`];
    return [
      ...compareParameters(name, before, now).flatMap(([place, a, b]) =>
        compareAt(place, { before: placed(baseline, a), now: placed(current, b), isRequest: true }),
      ),
      ...compareRequired(name, before, now),
      ...compareBodies(name, before.requestBody, now.requestBody).flatMap(([place, a, b]) =>
        compareAt(place, { before: placed(baseline, a), now: placed(current, b), isRequest: true }),
      ),
      ...Object.entries(before.responses).flatMap(([status, response]) => {
        const place = `${name} → ${status}`;
        const currentResponse = now.responses[status];
        if (!currentResponse) return [`${place} is gone`];
        const client = clientSchemas(before.operationId ?? '', status);
        return compareBodies(place, response, currentResponse).flatMap(([at, a, b]) =>
          compareAt(at, {
            before: placed(baseline, a),
            now: placed(current, b),
            client: client && { root: client, schema: client },
            isRequest: false,
          }),
        );
      }),
    ];
  });
}

type Pair = [place: string, before: Schema | undefined, now: Schema | undefined];

function compareParameters(
  name: string,
  before: OpenAPIV3.OperationObject,
  now: OpenAPIV3.OperationObject,
): Pair[] {
  return parametersOf(before).map((parameter) => {
    const match = parametersOf(now).find(
      (candidate) => candidate.name === parameter.name && candidate.in === parameter.in,
    );
    return [`${name} ${parameter.name}`, parameter.schema as Schema, match?.schema as Schema | undefined];
  });
}

function compareRequired(
  name: string,
  before: OpenAPIV3.OperationObject,
  now: OpenAPIV3.OperationObject,
): string[] {
  const required = new Set(listRequired(before));
  return listRequired(now)
    .filter((parameter) => !required.has(parameter))
    .map((parameter) => `${name} ${parameter} is now required`);
}

function listRequired(operation: OpenAPIV3.OperationObject): string[] {
  return parametersOf(operation).flatMap((parameter) => (parameter.required ? [parameter.name] : []));
}

function compareBodies(name: string, before: object | undefined, now: object | undefined): Pair[] {
  const [old, current] = [before, now].map(
    (body) => (body as OpenAPIV3.ResponseObject | undefined)?.content ?? {},
  );
  return Object.entries(old ?? {}).map(([type, { schema }]) => [
    `${name} ${type}`,
    schema as Schema | undefined,
    current?.[type]?.schema as Schema | undefined,
  ]);
}

function parametersOf({ parameters = [] }: OpenAPIV3.OperationObject): OpenAPIV3.ParameterObject[] {
  return parameters as OpenAPIV3.ParameterObject[];
}

function listOperations({ paths }: OpenAPIV3.Document) {
  return Object.entries(paths).flatMap(([path, item = {}]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

function operationAt({ paths }: OpenAPIV3.Document, path: string, method: string) {
  return (paths[path] as Record<string, OpenAPIV3.OperationObject> | undefined)?.[method];
}

function placed(root: unknown, schema: Schema | undefined): Placed | undefined {
  return schema && { root, schema };
}

interface MaybeGone {
  before: Placed | undefined;
  now: Placed | undefined;
  client?: Placed | undefined;
  isRequest: boolean;
}

/** Compares each place only once, as schemas may be recursive. */
function compareAt(place: string, { before, now, ...more }: MaybeGone, seen = new Set<string>()): string[] {
  if (!before) return [];
  if (!now) return [`${place} is gone`];
  const key = `${before.schema.$ref} ${now.schema.$ref}`;
  if (before.schema.$ref && seen.has(key)) return [];
  return compareSchemas(
    place,
    {
      before: resolve(before),
      now: resolve(now),
      client: more.client && resolve(more.client),
      isRequest: more.isRequest,
    },
    new Set([...seen, key]),
  );
}

function resolve({ root, schema }: Placed): Placed {
  if (schema.$ref === undefined) return { root, schema };
  const target = schema.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], root);
  return { root, schema: target as Schema };
}

function compareSchemas(place: string, comparison: Comparison, seen: Set<string>): string[] {
  const { before, now, client } = comparison;
  const [choices, newChoices, clients] = [before, now, client].map((side) => (side ? listChoices(side) : []));
  if (!choices || !newChoices || choices.length + newChoices.length === 2)
    return compareOne(place, comparison, seen);
  return choices.flatMap((choice) => {
    const tag = tagOf(choice);
    const withSameTag = newChoices.filter((candidate) => tag === undefined || tagOf(candidate) === tag);
    const differences = withSameTag.map((candidate) =>
      compareAt(
        tag === undefined ? place : `${place} (${tag})`,
        {
          before: choice,
          now: candidate,
          client: clients?.find((schema) => tagOf(schema) === tagOf(candidate)),
          isRequest: comparison.isRequest,
        },
        seen,
      ),
    );
    return differences.toSorted((a, b) => a.length - b.length)[0] ?? [`${place} (${tag}) is gone`];
  });
}

/** The schemas of a union, or the schema itself. */
function listChoices({ root, schema }: Placed): Placed[] {
  const choices = schema.oneOf ?? schema.anyOf;
  return choices ? choices.map((choice) => ({ root, schema: choice })) : [{ root, schema }];
}

/** The value of the property that distinguishes the schemas of a union. */
function tagOf(side: Placed): string | undefined {
  const { properties = {} } = resolve(side).schema;
  const { enum: values = [] } = properties['item_type'] ?? properties['kind'] ?? {};
  return values.length === 1 ? String(values[0]) : undefined;
}

function compareOne(
  place: string,
  { before, now, client, isRequest }: Comparison,
  seen: Set<string>,
): string[] {
  const [a, b] = [before.schema, now.schema];
  if (a.type !== b.type) return [`${place} was of type ${a.type}, but is now of type ${b.type}`];
  const options = { client: undefined, isRequest };
  return [
    ...(isRequest ? compareInputs(place, a, b) : compareOutputs(place, a, b)),
    ...(a.enum ?? [])
      .filter((value) => b.enum !== undefined && !b.enum.includes(value))
      .map((value) => `${place} no longer has the value ${JSON.stringify(value)}`),
    ...Object.entries(a.properties ?? {}).flatMap(([name, schema]) =>
      compareAt(
        `${place} ${name}`,
        {
          before: placed(before.root, schema),
          now: placed(now.root, b.properties?.[name]),
          client: client && placed(client.root, client.schema.properties?.[name]),
          isRequest,
        },
        seen,
      ),
    ),
    ...(isRequest ? [] : listNewFields(place, a, b, client?.schema)),
    ...compareAt(
      `${place} []`,
      {
        before: placed(before.root, a.items),
        now: placed(now.root, b.items),
        client: client && placed(client.root, client.schema.items),
        isRequest,
      },
      seen,
    ),
    ...compareAt(
      `${place} {}`,
      { before: placed(before.root, valuesOf(a)), now: placed(now.root, valuesOf(b)), ...options },
      seen,
    ),
  ];
}

function valuesOf({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Lists inputs that a baseline client may send and that are rejected now. */
function compareInputs(place: string, a: Schema, b: Schema): string[] {
  const tighter = (names: string[], isTighter: (x: number, y: number) => boolean) =>
    names.filter(
      (name) =>
        b[name] !== undefined && (a[name] === undefined || isTighter(Number(b[name]), Number(a[name]))),
    );
  return [
    ...(a.nullable && !b.nullable ? [`${place} no longer accepts null`] : []),
    ...(b.enum && !a.enum ? [`${place} now accepts listed values only`] : []),
    ...(b.pattern !== undefined && b.pattern !== a.pattern ? [`${place} has another pattern`] : []),
    ...tighter(UPPER_LIMITS, (x, y) => x < y).map((name) => `${place} has a lower ${name}`),
    ...tighter(LOWER_LIMITS, (x, y) => x > y).map((name) => `${place} has a higher ${name}`),
    ...(b.required ?? [])
      .filter((name) => !a.required?.includes(name))
      .map((name) => `${place} ${name} is now required`),
  ];
}

/** Lists parts of a response that baseline clients rely on and that are no longer guaranteed. */
function compareOutputs(place: string, a: Schema, b: Schema): string[] {
  return [
    ...(b.nullable && !a.nullable ? [`${place} may now be null`] : []),
    ...(a.required ?? [])
      .filter((name) => b.properties?.[name] && !b.required?.includes(name))
      .map((name) => `${place} ${name} is no longer always sent`),
  ];
}

/** New response fields are always sent, but services of the baseline do not send them. */
function listNewFields(place: string, a: Schema, b: Schema, client: Schema | undefined): string[] {
  const added = Object.keys(b.properties ?? {}).filter((name) => a.properties && !a.properties[name]);
  return added.flatMap((name) => [
    ...(client?.required?.includes(name)
      ? [`${place} ${name} is new, but the client requires it: use newField()`]
      : []),
    ...(b.required?.includes(name) ? [] : [`${place} ${name} is new, but not always sent: use newField()`]),
  ]);
}

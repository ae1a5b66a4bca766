import fc from 'fast-check';
import { listAlternatives, type Operation, type Schema } from './operations.ts';
import { PICTURES, TABLES } from './uploads.ts';

/** Stands for a value that only the running services know, such as an id, until the request is sent. */
export class Placeholder {
  readonly pool: string;
  readonly pick: number;

  constructor(pool: string, pick: number) {
    this.pool = pool;
    this.pick = pick;
  }
}

/** Pools of existing values. A field belongs to the pool of its name, without `_id`. */
const POOLS = new Set(
  `brand club code competition content_type country email file generation item key keyword kit ordering
   password provider season shareToken slugs tag user userid username year`.split(/\s+/),
);

/** The pools of fields with a different name. */
const POOL_OF_NAME: Readonly<Record<string, string>> = {
  current_password: 'password',
  first_year: 'year',
  kits: 'slugs',
  object_id: 'item',
  q: 'keyword',
  search: 'keyword',
  second_year: 'year',
  token: 'shareToken',
};

function findPool({ id, path }: Operation, name: string): string | undefined {
  if (name === 'id') return resourceOf(path);
  if (id === 'signup') return undefined;
  const pool = POOL_OF_NAME[name] ?? name.replace(/_id$/, '');
  return POOLS.has(pool) ? pool : undefined;
}

/** The pool of a path's resource: `photo` for `/api/photos/{id}/`. */
export function resourceOf(path: string): string {
  if (path.startsWith('/api/shared/')) return 'item';
  if (path.startsWith('/api/seasons')) return 'club';
  return /^\/api\/(?:accounts\/)?(\w+?)s?\//.exec(path)?.[1] ?? '';
}

/** Values for a field: mostly existing ones if the field belongs to a pool. */
export function fieldValue(operation: Operation, name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'binary')
    return fc.constantFrom(...(operation.path.startsWith('/api/imports') ? TABLES : PICTURES));
  if (schema.items) {
    const { minItems: minLength = 0, maxItems = 5 } = schema;
    const maxLength = Math.max(minLength, Math.min(maxItems, 5));
    return fc.array(fieldValue(operation, name, schema.items), { minLength, maxLength });
  }
  const pool = findPool(operation, name);
  const valid = valueOf(operation, schema);
  // The enum takes precedence, because orderings of the catalogue and the collection differ.
  if (!pool || schema.enum) return valid;
  const known = fc.nat(999).map((pick) => new Placeholder(pool, pick));
  return fc.oneof({ weight: 7, arbitrary: known }, { weight: 1, arbitrary: valid });
}

/** Values that a schema allows. */
function valueOf(operation: Operation, schema: Schema): fc.Arbitrary<unknown> {
  const alternatives = listAlternatives(schema);
  if (alternatives.length > 1) return fc.oneof(...alternatives.map((choice) => valueOf(operation, choice)));
  const choices = (schema.enum as unknown[] | undefined)?.filter((choice) => choice !== null);
  const value = choices ? fc.constantFrom(...choices) : valueOfType(operation, schema);
  return schema.nullable ? fc.option(value) : value;
}

function valueOfType(operation: Operation, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'object') return objectOf(operation, schema);
  return schema.type === 'integer' || schema.type === 'number' ? numberOf(schema) : textOf(schema);
}

function numberOf({ minimum, maximum, multipleOf = 1 }: Schema): fc.Arbitrary<number> {
  const [min, max] = [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER];
  const small = Math.max(min, 0);
  return fc
    .oneof(fc.integer({ min: small, max: Math.min(max, small + 9 * multipleOf) }), fc.integer({ min, max }))
    .map((value) => Math.ceil(value / multipleOf) * multipleOf);
}

const WORDS = ['Home', 'Málaga', 'São Paulo', 'ØB', 'kit', '2003-04', "O'Neill", '東京', 'signed', '🧦'];
const SHORT = 40;

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  const time = fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'date-time') return time;
  if (format === 'date') return time.map((text) => text.slice(0, 10));
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  const lengths = { minLength, maxLength: Math.min(maxLength, SHORT) };
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...WORDS).map((word) => word.slice(0, maxLength)) },
    fc.string({ unit: 'grapheme', ...lengths }),
    fc.string({ unit: 'binary', ...lengths }),
    fc.constantFrom('x', 'é', '漢').map((unit) => unit.repeat(maxLength)),
  );
}

/** Objects with the required fields and some of the others. */
export function objectOf(operation: Operation, schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom(...WORDS), valueOf(operation, additionalProperties as Schema));
  // Items require more fields than their schema declares.
  const needed = /^(?:create|put)Item$/.test(operation.id) ? ['name', 'brand'] : [];
  return someOf(operation, properties, [...required, ...needed]).map((value) => {
    const type = value['content_type'];
    // The same pick makes the content type that of the photo's item.
    return type instanceof Placeholder ? { ...value, object_id: new Placeholder('item', type.pick) } : value;
  });
}

/** The required fields and a random subset of the others. */
export function someOf(
  operation: Operation,
  schemas: Readonly<Record<string, Schema>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.entries(schemas).map(([name, schema]) => [name, fieldValue(operation, name, schema)]);
  const all = fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>);
  const optional = Object.keys(schemas).filter((name) => !required.includes(name));
  return fc
    .tuple(all, fc.subarray(optional))
    .map(([fields, chosen]) =>
      Object.fromEntries(
        Object.entries(fields).filter(([name]) => !optional.includes(name) || chosen.includes(name)),
      ),
    );
}

import fc from 'fast-check';
import type { Operation, Schema } from './operations.ts';

/**
 * What a request may hold that only the running services tell: ids that are there, keys of mails, pictures.
 */
export type Pool =
  | 'brand'
  | 'bulkFile'
  | 'club'
  | 'code'
  | 'collector'
  | 'competition'
  | 'contentType'
  | 'country'
  | 'email'
  | 'generation'
  | 'item'
  | 'key'
  | 'kit'
  | 'kitSlugs'
  | 'oddPicture'
  | 'ordering'
  | 'ownUsername'
  | 'password'
  | 'photo'
  | 'picture'
  | 'provider'
  | 'season'
  | 'share'
  | 'shareToken'
  | 'tag'
  | 'user'
  | 'username'
  | 'word'
  | 'year';

/** Stands for one of a pool, until the request is sent. */
export class Known {
  readonly pool: Pool;
  readonly pick: number;

  constructor(pool: Pool, pick: number) {
    this.pool = pool;
    this.pick = pick;
  }
}

/** Written into the address as it is, without encoding. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const POOL_OF_NAME: Readonly<Record<string, Pool>> = {
  brand: 'brand',
  brand_id: 'brand',
  club: 'club',
  club_id: 'club',
  code: 'code',
  competition: 'competition',
  competition_id: 'competition',
  content_type: 'contentType',
  country: 'country',
  current_password: 'password',
  email: 'email',
  file: 'bulkFile',
  first_year: 'year',
  generation: 'generation',
  item: 'item',
  key: 'key',
  keyword: 'word',
  kit: 'kit',
  kit_id: 'kit',
  kits: 'kitSlugs',
  object_id: 'item',
  ordering: 'ordering',
  password: 'password',
  q: 'word',
  provider: 'provider',
  search: 'word',
  season: 'season',
  season_id: 'season',
  second_year: 'year',
  slugs: 'kitSlugs',
  tag: 'tag',
  token: 'shareToken',
  user_id: 'user',
  userid: 'collector',
  username: 'username',
  year: 'year',
};

const POOL_OF_ID: ReadonlyArray<readonly [string, Pool]> = [
  ['/api/items/', 'item'],
  ['/api/photos/', 'photo'],
  ['/api/seasons', 'club'],
  ['/api/shared/', 'item'],
  ['/api/shares/', 'share'],
];

/** Where a name means something else: who signs up wants what is new. */
const OWN_USERNAME = new Set(['putUser', 'patchUser', 'patchProfile', 'deleteAccount']);

const WORDS = ['Home', 'Málaga', 'São Paulo', 'ØB', 'kit', '2003-04', "O'Neill", '東京', 'signed', '🧦'];
const INTEGER_SAFE = Number.MAX_SAFE_INTEGER;
const TEXT_SHORT = 40;
const YESTERYEAR = new Date('2020-01-01T00:00:00Z');

/** Any of a pool. */
export function known(pool: Pool): fc.Arbitrary<Known> {
  return fc.nat().map((pick) => new Known(pool, pick));
}

/** A value for a field: mostly one that is there, where the name tells of what. */
export function fieldValue(operation: Operation, name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'binary') return known('picture');
  if (schema.type === 'array') {
    const { maxItems = 5 } = schema;
    const item = fieldValue(operation, name, schema.items as Schema);
    return fc.array(item, { maxLength: Math.min(maxItems, 5) });
  }
  const pool = findPool(operation, name);
  const valid = validValue(schema);
  // What lists its choices needs no pool: the catalogue's orderings are not the collection's.
  if (!pool || schema.enum) return valid;
  return fc.oneof({ weight: 7, arbitrary: known(pool) }, { weight: 1, arbitrary: valid });
}

function findPool({ id, path }: Operation, name: string): Pool | undefined {
  if (name === 'id') return POOL_OF_ID.find(([start]) => path.startsWith(start))?.[1];
  if (id === 'signup') return undefined;
  if (name === 'username' && OWN_USERNAME.has(id)) return 'ownUsername';
  return POOL_OF_NAME[name];
}

/** A value that a schema allows, of fields without a meaning of their own. */
export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  const choices = (schema.enum as unknown[] | undefined)?.filter((choice) => choice !== null);
  const value = choices ? fc.constantFrom(...choices) : ofType(schema);
  if (!schema.nullable) return value;
  return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

function ofType(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'integer' ? integer(schema) : wordsOf(schema);
}

function integer({ minimum = -INTEGER_SAFE, maximum = INTEGER_SAFE }: Schema): fc.Arbitrary<number> {
  const lowest = Math.max(minimum, 0);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: lowest, max: Math.min(maximum, lowest + 9) }) },
    { weight: 2, arbitrary: fc.integer({ min: minimum, max: maximum }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

function wordsOf({ format, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time')
    return fc.date({ min: YESTERYEAR, noInvalidDate: true }).map((date) => date.toISOString());
  const lengths = { minLength, maxLength: Math.min(maxLength, TEXT_SHORT) };
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...WORDS).map((word) => word.slice(0, maxLength)) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', ...lengths }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', ...lengths }) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'é', '漢').map((one) => one.repeat(maxLength)) },
  );
}

/** Some of several fields: those that are required always, of the others now few, now most. */
export function someOf(
  fields: ReadonlyArray<{ name: string; isRequired: boolean; value: fc.Arbitrary<unknown> }>,
): fc.Arbitrary<Array<[string, unknown]>> {
  const each = fields.map(({ name, isRequired, value }) =>
    fc.record({ name: fc.constant(name), rank: isRequired ? fc.constant(-1) : fc.nat(9), value }),
  );
  return fc
    .record({ density: fc.constantFrom(0, 1, 1, 2, 4, 9), chosen: fc.tuple(...each) })
    .map(({ density, chosen }) =>
      chosen.filter(({ rank }) => rank < density).map(({ name, value }) => [name, value]),
    );
}

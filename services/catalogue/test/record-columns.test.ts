import { describe, expect, it } from '@jest/globals';
import { documentedListChanges } from '@kitroom/catalogue-client/documentation';
import { KINDS, LINES } from '../src/interchange/line-schemas.ts';
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '../src/kits/kit-columns.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

/** Derived columns, which are not fields of lines. */
const FOLLOWING = { country: { type: 'text', nullable: false } };

/** Types as `columnInfo` names them, without the precision. */
const TYPES: Readonly<Record<string, string>> = { 'numeric(3, 2)': 'numeric' };

function listKitColumns() {
  const optional = new Set<string>(Object.keys(OPTIONAL_COLUMNS));
  const columns = Object.entries({ ...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS });
  return Object.fromEntries(
    columns.map(([field, { column, type }]) => {
      const isList = type.endsWith('[]');
      return [
        column,
        // An empty list means no values, and null an unknown value.
        { type: isList ? 'ARRAY' : (TYPES[type] ?? type), nullable: optional.has(field) && !isList },
      ];
    }),
  );
}

describe('the kits table after all migrations', () => {
  it('has exactly the columns of kit-columns.ts', async () => {
    const { id: _id, ...columns } = await catalogue.db('kits').columnInfo();
    const stored = Object.entries(columns).map(([name, { type, nullable }]) => [name, { type, nullable }]);
    expect(Object.fromEntries(stored)).toEqual({ ...listKitColumns(), ...FOLLOWING });
  });
});

describe('the documented records of GET /api/changes', () => {
  const { record } = documentedListChanges.responses[200].schema.shape.items.element.shape;
  const records = new Map(
    record.unwrap().options.map(({ shape }) => [shape.kind.value, Object.keys(shape)] as const),
  );

  it.each(KINDS)('have the same fields as import lines: %s', (kind) => {
    expect(records.get(kind)?.toSorted()).toEqual(Object.keys(LINES[kind].shape).toSorted());
  });
});

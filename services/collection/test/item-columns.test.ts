import { describe, expect, it } from '@jest/globals';
import { ITEM_DEFAULTS, TYPE_FIELD_NAMES } from '@kitroom/collection-client';
import { toColumns } from '../src/items/item-columns.ts';
import { useCollection } from './test-collection.ts';

const collection = useCollection();

/** Columns that are not fields: metadata of the row, and columns derived from fields. */
const OTHERS = [
  'id',
  'user_id',
  'item_type',
  'is_public',
  'tag_keys',
  'name_search',
  'player_name_search',
  'search_text',
  'short_search_text',
  'private_search_text',
  'search_texts_at',
  'season_text_decade',
  'created_at',
  'updated_at',
];

/** Columns that all versions of the service write. */
const ALWAYS_WRITTEN = [
  'condition',
  'description',
  'has_nameset',
  'is_draft',
  'is_fan_version',
  'is_private',
  'is_replica',
  'is_short_sleeve',
  'is_signed',
  'name',
  'player_name',
  'secondary_colors',
  'tags',
];

const { base, private: privateFields, ofTypes } = ITEM_DEFAULTS;
const FIELDS = Object.entries({ ...base, ...privateFields, ...ofTypes });

function toColumn(field: string): string {
  const [column = ''] = Object.keys(toColumns({ [field]: null }));
  return column;
}

/**
 * The columns of the fields, each with whether it may be null. Fields that only some types have are null in
 * items of other types.
 */
function listFieldColumns(): Record<string, boolean> {
  const fields = FIELDS.map(([field, fallback]) => {
    const mayBeNull = fallback === null || (TYPE_FIELD_NAMES as readonly string[]).includes(field);
    return [toColumn(field), mayBeNull] as const;
  });
  return Object.fromEntries(fields);
}

describe('the migrated items table', () => {
  it('has a column for each field in item-fields.ts, and no other columns', async () => {
    const columns = await collection.db('items').columnInfo();
    const otherColumns = new Set(OTHERS);
    const stored = Object.entries(columns).filter(([name]) => !otherColumns.has(name));
    const nullable = Object.fromEntries(stored.map(([name, column]) => [name, column.nullable]));
    expect(nullable).toEqual(listFieldColumns());
  });

  // Otherwise, existing items and items added by the previous version would have null where responses may
  // not.
  it('has a default for each newer column whose field is never null', async () => {
    const columns = await collection.db('items').columnInfo();
    const lacking = FIELDS.filter(([, fallback]) => fallback !== null)
      .map(([field]) => toColumn(field))
      .filter((column) => (columns[column]?.defaultValue ?? null) === null);
    expect(lacking.toSorted()).toEqual(ALWAYS_WRITTEN.toSorted());
  });
});

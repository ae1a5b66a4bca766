import { expect, it } from '@jest/globals';
import { ITEM_DEFAULTS, TYPE_FIELD_NAMES } from '@kitroom/collection-client';
import { toColumns } from '../src/items/item-columns.ts';
import { useCollection } from './test-collection.ts';

const collection = useCollection();

/** Columns that are no fields: those of the row itself, and those derived from fields. */
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

/**
 * The columns of the fields, each with whether it may be null: in items of other types, a type's own fields
 * are.
 */
function listFieldColumns(): Record<string, boolean> {
  const { base, private: own, ofTypes } = ITEM_DEFAULTS;
  const fields = Object.entries({ ...base, ...own, ...ofTypes }).map(([field, fallback]) => {
    const mayBeNull = fallback === null || (TYPE_FIELD_NAMES as readonly string[]).includes(field);
    const [column = ''] = Object.keys(toColumns({ [field]: null }));
    return [column, mayBeNull] as const;
  });
  return Object.fromEntries(fields);
}

it('the migrated table of items has a column for each field in item-fields.ts, and no other', async () => {
  const columns = await collection.db('items').columnInfo();
  const others = new Set(OTHERS);
  const stored = Object.entries(columns).filter(([name]) => !others.has(name));
  const nullable = Object.fromEntries(stored.map(([name, column]) => [name, column.nullable]));
  expect(nullable).toEqual(listFieldColumns());
});

import { createHash } from 'node:crypto';
import { ITEM_FIELDS } from '@kitroom/collection-client';
import { toAllColumns, toColumns, type ItemInput, type ItemRow } from '../../items/item-columns.ts';
import type { IdentifiedRow } from '../import-row-queries.ts';
import { holdsPlayerAndNumber } from '../parse/column-names.ts';
import { ALSO_FILLED, type Mapping } from '../parse/import-fields.ts';

/** An item with the id that a source knows it by, if any. */
export type SourcedItem = ItemRow & { external_id: string | null };

/** Columns by name, of a row or of an item. */
type Columns = Readonly<Record<string, unknown>>;

/** Matches rows to existing items, one to one. */
export type ItemMatcher = ReturnType<typeof createItemMatcher>;

/** Creates a matcher for a mapping: by external id, else by kit and shirt, else by all mapped fields. */
export function createItemMatcher(mapping: Mapping) {
  const columns = listMappedColumns(mapping);
  const byOwnId = new Map<string, number[]>();
  const byExternalId = new Map<string, number[]>();
  const byShirt = new Map<string, number[]>();
  const byFields = new Map<string, number[]>();
  const sourced = new Set<number>();
  const claimed = new Map<number, number>();
  const taken = new Set<number>();

  /** Ids ascend, so that equal rows get equal items in their order. */
  function take(
    found: readonly number[] | undefined,
    isAllowed: (id: number) => boolean,
  ): number | undefined {
    const id = found?.find((one) => !taken.has(one) && isAllowed(one));
    if (id !== undefined) taken.add(id);
    return id;
  }

  return {
    /** Learns of an existing item. */
    add(item: SourcedItem): void {
      const row = item as unknown as Columns;
      push(byOwnId, ownKey(String(item.id), item.created_at), item.id);
      if (item.external_id !== null) {
        sourced.add(item.id);
        push(byExternalId, item.external_id, item.id);
      }
      const shirt = shirtKey(row);
      if (shirt !== undefined) push(byShirt, shirt, item.id);
      push(byFields, fieldsKey(columns, row), item.id);
    },
    /**
     * Reserves the items that rows name, before other rows can take them: by their own ids, if they were
     * created in the same second, else by external ids.
     */
    claim(rows: readonly IdentifiedRow[]): void {
      const claimOne = (number: number, found: readonly number[] | undefined) => {
        const id = claimed.has(number) ? undefined : take(found, () => true);
        if (id !== undefined) claimed.set(number, id);
      };
      for (const { number, external_id: id, created_at: created } of rows) {
        if (created !== null) claimOne(number, byOwnId.get(ownKey(id, new Date(created))));
      }
      for (const { number, external_id: id } of rows) claimOne(number, byExternalId.get(id));
    },
    /** Items that other rows mean already. */
    exclude(ids: readonly number[]): void {
      for (const id of ids) taken.add(id);
    },
    /** The item that a row means; no other row gets it. */
    match(number: number, externalId: string | undefined, input: ItemInput): number | undefined {
      const own = claimed.get(number);
      if (own !== undefined) return own;
      const type = input.values.item_type;
      if (type === undefined) return undefined;
      const row = toAllColumns(type, input.values) as unknown as Columns;
      // An item that the source knows by another id is another item.
      const isAllowed = (id: number) => externalId === undefined || !sourced.has(id);
      const shirt = shirtKey(row);
      const byKit = shirt === undefined ? undefined : take(byShirt.get(shirt), isAllowed);
      return byKit ?? take(byFields.get(fieldsKey(columns, row)), isAllowed);
    },
  };
}

/** Whether writing the row's fields would change the item. */
export function differs(input: ItemInput, item: SourcedItem): boolean {
  // An item's keys follow from its tags.
  const { tag_keys: _keys, ...columns } = toColumns(input.values);
  const stored = item as unknown as Columns;
  return Object.entries(columns).some(([column, value]) => toText(value) !== toText(stored[column]));
}

/** The columns of items that a mapped column may fill. */
function listMappedColumns(mapping: Mapping): string[] {
  const named = Object.entries(mapping).flatMap(([column, field]) => {
    const own = (field ?? '').replace(/^(brand|club|season|kit)_(?:id|slug|archive_id)$/, '$1');
    const others = ALSO_FILLED.filter(([by]) => by === own).map(([, filled]) => filled);
    return [own, ...others.filter((filled) => filled !== 'number' || holdsPlayerAndNumber(column))];
  });
  const own = new Set(['item_type', 'name', ...named.filter((field) => field in ITEM_FIELDS)]);
  return [...own]
    .map((field) => (/^(?:brand|club|season|kit)$/.test(field) ? `${field}_id` : field))
    .toSorted();
}

/** An id with the second in which its item was created. */
function ownKey(id: string, created: Date): string {
  return `${id} ${Math.floor(created.getTime() / 1000)}`;
}

function shirtKey(row: Columns): string | undefined {
  if (typeof row['kit_id'] !== 'number') return undefined;
  const player = typeof row['player_name'] === 'string' ? row['player_name'].toLowerCase() : '';
  const size = row['size'] ?? row['size_text'] ?? null;
  return JSON.stringify([row['kit_id'], size, player, row['number'] ?? null]);
}

/** Hashed, as accounts may have many items with long texts. */
function fieldsKey(columns: readonly string[], row: Columns): string {
  const text = columns.map((column) => toText(row[column])).join('\n');
  return createHash('sha1').update(text).digest('base64');
}

/** Equal for equal values, whatever the order of an object's keys. */
function toText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null';
  if (Array.isArray(value) || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function push(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key);
  if (ids) ids.push(id);
  else map.set(key, [id]);
}

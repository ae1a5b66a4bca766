import { createHash } from 'node:crypto';
import { ITEM_FIELDS } from '@kitroom/collection-client';
import { toAllColumns, toColumns, type ItemInput, type ItemRow } from '../../items/item-columns.ts';
import type { IdentifiedRow } from '../import-row-queries.ts';
import { ALSO_FILLED, type Mapping } from '../parse/import-fields.ts';
import { holdsPlayerAndNumber } from '../parse/read-headings.ts';

/** An item with its id in the import's source, or null. */
export type SourcedItem = ItemRow & { external_id: string | null };

/** The values of a row or an item by column. */
type Columns = Readonly<Record<string, unknown>>;

/** Matches rows to existing items, one to one. */
export type ItemMatcher = ReturnType<typeof createItemMatcher>;

/** Creates a matcher by external id, otherwise kit, size, player and number, otherwise mapped fields. */
export function createItemMatcher(mapping: Mapping) {
  const columns = listMappedColumns(mapping);
  const byExportedId = new Map<string, number[]>();
  const byExternalId = new Map<string, number[]>();
  const byShirt = new Map<string, number[]>();
  const byFields = new Map<string, number[]>();
  const sourced = new Set<number>();
  const claimed = new Map<number, number>();
  const taken = new Set<number>();

  /** Takes the first free item. Ids ascend, so that equal rows match equal items in order. */
  function take(ids: readonly number[] | undefined, isAllowed: (id: number) => boolean): number | undefined {
    const id = ids?.find((candidate) => !taken.has(candidate) && isAllowed(candidate));
    if (id !== undefined) taken.add(id);
    return id;
  }

  return {
    /** Adds an existing item. */
    add(item: SourcedItem): void {
      const row = item as unknown as Columns;
      push(byExportedId, exportedIdKey(String(item.id), item.created_at), item.id);
      if (item.external_id !== null) {
        sourced.add(item.id);
        push(byExternalId, item.external_id, item.id);
      }
      const shirt = shirtKey(row);
      if (shirt !== undefined) push(byShirt, shirt, item.id);
      push(byFields, fieldsKey(columns, row), item.id);
    },
    /**
     * Reserves items for rows with an id, before other rows can take them: by the item's id if it was created
     * in the same second, otherwise by external id.
     */
    claim(rows: readonly IdentifiedRow[]): void {
      const claimFor = (number: number, ids: readonly number[] | undefined) => {
        const id = claimed.has(number) ? undefined : take(ids, () => true);
        if (id !== undefined) claimed.set(number, id);
      };
      for (const { number, external_id: id, created_at: created } of rows) {
        if (created !== null) claimFor(number, byExportedId.get(exportedIdKey(id, new Date(created))));
      }
      for (const { number, external_id: id } of rows) claimFor(number, byExternalId.get(id));
    },
    /** Excludes items that are already matched to other rows. */
    exclude(ids: readonly number[]): void {
      for (const id of ids) taken.add(id);
    },
    /** Returns the id of the item that matches a row; no other row can match it then. */
    match(number: number, externalId: string | undefined, input: ItemInput): number | undefined {
      const claimedId = claimed.get(number);
      if (claimedId !== undefined) return claimedId;
      const type = input.values.item_type;
      if (type === undefined) return undefined;
      const row = toAllColumns(type, input.values) as unknown as Columns;
      // An item with another id in the same source is another item.
      const isAllowed = (id: number) => externalId === undefined || !sourced.has(id);
      const shirt = shirtKey(row);
      const byKit = shirt === undefined ? undefined : take(byShirt.get(shirt), isAllowed);
      return byKit ?? take(byFields.get(fieldsKey(columns, row)), isAllowed);
    },
  };
}

/** Whether writing the row's fields would change the item. */
export function changesItem(input: ItemInput, item: SourcedItem): boolean {
  // `tag_keys` is derived from the tags.
  const { tag_keys: _keys, ...columns } = toColumns(input.values);
  const stored = item as unknown as Columns;
  return Object.entries(columns).some(([column, value]) => toText(value) !== toText(stored[column]));
}

/** The columns of items that the mapped columns may fill. */
function listMappedColumns(mapping: Mapping): string[] {
  const mapped = Object.entries(mapping).flatMap(([column, mappedField]) => {
    const field = (mappedField ?? '').replace(/^(brand|club|season|kit)_(?:id|slug|archive_id)$/, '$1');
    const alsoFilled = ALSO_FILLED.filter(([by]) => by === field).map(([, filled]) => filled);
    return [field, ...alsoFilled.filter((filled) => filled !== 'number' || holdsPlayerAndNumber(column))];
  });
  const fields = new Set(['item_type', 'name', ...mapped.filter((field) => field in ITEM_FIELDS)]);
  return [...fields]
    .map((field) => (/^(?:brand|club|season|kit)$/.test(field) ? `${field}_id` : field))
    .toSorted();
}

/** The id of an exported item, with the second in which it was created. */
function exportedIdKey(id: string, created: Date): string {
  return `${id} ${Math.floor(created.getTime() / 1000)}`;
}

function shirtKey(row: Columns): string | undefined {
  if (typeof row['kit_id'] !== 'number') return undefined;
  const player = typeof row['player_name'] === 'string' ? row['player_name'].toLowerCase() : '';
  const size = row['size'] ?? row['size_text'] ?? null;
  return JSON.stringify([row['kit_id'], size, player, row['number'] ?? null]);
}

/** A hash, as accounts may have many items with long texts. */
function fieldsKey(columns: readonly string[], row: Columns): string {
  const text = columns.map((column) => toText(row[column])).join('\n');
  return createHash('sha1').update(text).digest('base64');
}

/** A string that is equal for equal values, regardless of the order of an object's keys. */
function toText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null';
  if (Array.isArray(value) || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function push(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key);
  if (ids) ids.push(id);
  else map.set(key, [id]);
}

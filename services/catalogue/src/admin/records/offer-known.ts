import { query, type Database } from '@kitroom/server/database/database';
import type { RecordField } from '../../record-fields.ts';
import type { KindPage } from './kind-pages.ts';

const OFFERS = 200;

/** What is offered while typing, where there are not too many. */
const SOURCES: Readonly<Record<string, string>> = {
  brand: 'select slug as value from brands order by name_search',
  season: 'select year as value from seasons order by first_year desc, second_year desc nulls last',
  type: 'select name as value from kit_types order by category_order, order_priority, name',
};

/** The fields of a form; a kit's with what the catalogue has. */
export async function offerKnown(db: Database, { kind, fields }: KindPage): Promise<readonly RecordField[]> {
  if (kind !== 'kit') return fields;
  return Promise.all(
    fields.map(async (field) => {
      const source = SOURCES[field.name];
      if (source === undefined) return field;
      const rows = await query<{ value: string }>(db, `${source} limit ?`, [OFFERS]);
      return { ...field, suggestions: rows.map(({ value }) => value) };
    }),
  );
}

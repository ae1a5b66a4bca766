import type { Database } from '@kitroom/server/database/database';
import type { RecordField } from '../../record-fields.ts';
import type { KindPage } from './kind-pages.ts';
import { listSuggestions } from './record-queries.ts';

/** Adds autocomplete suggestions to the fields of a kit. */
export async function suggestKnown(
  db: Database,
  { kind, fields }: KindPage,
): Promise<readonly RecordField[]> {
  if (kind !== 'kit') return fields;
  return Promise.all(
    fields.map(async (field) => {
      const suggestions = await listSuggestions(db, field.name);
      return suggestions ? { ...field, suggestions } : field;
    }),
  );
}

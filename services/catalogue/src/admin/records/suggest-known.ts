import type { Database } from '@kitroom/server/database/database';
import type { RecordField } from '../../record-fields.ts';
import type { KindPage } from './kind-pages.ts';
import { listSuggestions } from './record-queries.ts';
import { suggestFrom, type SuggestedKind } from './suggest-path.ts';

const SOURCES: Readonly<Record<string, SuggestedKind>> = {
  club: 'club',
  brand: 'brand',
  competitions: 'competition',
  secondary_colors: 'colour',
};

/** Adds autocomplete suggestions to the fields of a kit. */
export async function suggestKnown(
  db: Database,
  { kind, fields }: KindPage,
): Promise<readonly RecordField[]> {
  if (kind !== 'kit') return fields;
  return Promise.all(
    fields.map(async (field) => {
      const suggestions = await listSuggestions(db, field.name);
      const source = SOURCES[field.name];
      return {
        ...field,
        ...(suggestions && { suggestions }),
        ...(source && { suggestFrom: suggestFrom(source) }),
      };
    }),
  );
}

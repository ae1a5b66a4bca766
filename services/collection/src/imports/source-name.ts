import type { ImportRecord } from './import-queries.ts';
import { isOwnExport } from './understand/propose-mapping.ts';

/** The name under which the ids of an import's rows are kept beside their items. */
export function sourceOf({ source, columns }: Pick<ImportRecord, 'source' | 'columns'>): string {
  if (source === 'archive') return 'archive';
  return isOwnExport(columns.map(({ name }) => name)) ? 'kitroom' : 'file';
}

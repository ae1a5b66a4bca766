import { NOTES_MAX, unknownId, type ExportedPhoto, type FieldErrors } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import { shorten } from '@kitroom/shared';
import { UnreadableFile } from '@kitroom/tabular';
import type { ItemInput } from '../../items/item-columns.ts';
import { referencesToCheck } from '../../items/validate-item.ts';
import type { StoredPicture } from '../../photos/store-picture.ts';
import type { ReferenceField } from '../../reference/reference-fields.ts';
import { resolveReferences } from '../../reference/resolve-references.ts';
import { findExcess } from '../../user-limits/admit.ts';
import type { ImportRowRecord } from '../import-row-queries.ts';
import type { Cells } from '../read/source-table.ts';
import type { LimitedWork } from './write-items.ts';

/** A photo whose picture is stored, and to which no row refers yet. */
export interface RestoredPhoto {
  photo: Pick<ExportedPhoto, 'order' | 'caption'> & { uploaded_at?: string };
  picture: StoredPicture;
}

/** The photos of a row, and the addresses of those that cannot be had. */
export interface RowPhotos {
  photos: RestoredPhoto[];
  missing: string[];
}

/** Stores the pictures of a row's photos. */
export type PhotoSource = (cells: Cells) => Promise<RowPhotos>;

/** A row that can be written: its references exist, its pictures are stored. */
export interface ReadyRow {
  row: ImportRowRecord;
  input: ItemInput;
  photos: RestoredPhoto[];
}

/**
 * Checks a row before its transaction, as the catalogue and the storage may be slow. Errors are those of the
 * row, as opposed to the service.
 */
export type RowChecker = (row: ImportRowRecord) => Promise<ReadyRow | { errors: FieldErrors }>;

/** Creates a checker for some rows: references that several of them have are looked up once. */
export function createRowChecker(
  { context, owner }: Pick<LimitedWork, 'context' | 'owner'>,
  source: PhotoSource | undefined,
): RowChecker {
  const known = new Set<string>();

  async function findErrors(input: ItemInput): Promise<FieldErrors> {
    const wanted = Object.entries(referencesToCheck(input, { isPartial: false }));
    const open = wanted.filter(([field, id]) => typeof id === 'number' && !known.has(`${field} ${id}`));
    const unknown = await resolveReferences(context, Object.fromEntries(open));
    for (const [field, id] of open) {
      if (!unknown.some((one) => one.field === (field as ReferenceField))) known.add(`${field} ${id}`);
    }
    return Object.fromEntries(unknown.map(({ field, id }) => [field, [unknownId(id)]]));
  }

  return async (row) => {
    const input = toInput(row);
    const errors = await findErrors(input);
    if (Object.keys(errors).length > 0) return { errors };
    if (!source || row.status !== 'new') return { row, input, photos: [] };
    // Before pictures are fetched that there is no room for.
    const hasPhotos = (row.cells['photos'] ?? '[]') !== '[]';
    const addition = { items: 1, bytes: hasPhotos ? 1 : 0 };
    const excess = await findExcess(context.db, context.config, owner, addition);
    if (excess) return { errors: excess };
    try {
      const { photos, missing } = await source(row.cells);
      return { row, input: noteMissing(input, missing), photos };
    } catch (error) {
      return { errors: { photos: [explainPhoto(error)] } };
    }
  };
}

/** The item as it was validated when the row was evaluated. */
function toInput({ item }: ImportRowRecord): ItemInput {
  const values = (item ?? {}) as ItemInput['values'];
  return { values, sent: new Map(Object.entries(values)), issues: [] };
}

/** The addresses of pictures that cannot be had are noted, as far as there is room. */
function noteMissing(input: ItemInput, missing: readonly string[]): ItemInput {
  if (missing.length === 0) return input;
  const { values, sent } = input;
  const lines = [values.notes, ...missing.map((url) => `Image: ${url}`)].filter(Boolean);
  const notes = shorten(lines.join('\n'), NOTES_MAX);
  return { ...input, values: { ...values, notes }, sent: new Map([...sent, ['notes', notes]]) };
}

/** What is wrong with a photo, as opposed to the service. */
function explainPhoto(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  if (error instanceof ServiceError && error.code === 'invalid')
    return 'A photo of the row is not a picture that is accepted.';
  throw error;
}

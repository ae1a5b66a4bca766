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

/** A photo whose picture is stored, but that has no row in the database yet. */
export interface RestoredPhoto {
  photo: Pick<ExportedPhoto, 'order' | 'caption'> & { uploaded_at?: string };
  picture: StoredPicture;
}

/** The photos of a row, and the URLs of those that are not available. */
export interface RowPhotos {
  photos: RestoredPhoto[];
  missing: string[];
}

/** Fetches the photos of a row, and stores their pictures. */
export type PhotoSource = (cells: Cells) => Promise<RowPhotos>;

/** A row that can be written: its references exist, and its pictures are stored. */
export interface ReadyRow {
  row: ImportRowRecord;
  input: ItemInput;
  photos: RestoredPhoto[];
}

/**
 * Checks a row before its transaction starts, because the catalogue and the storage may be slow. Returns
 * errors of the row; throws errors of the service.
 */
export type RowChecker = (row: ImportRowRecord) => Promise<ReadyRow | { errors: FieldErrors }>;

/** Creates a checker that looks up each reference only once for all rows it checks. */
export function createRowChecker(
  { context, owner }: Pick<LimitedWork, 'context' | 'owner'>,
  source: PhotoSource | undefined,
): RowChecker {
  const known = new Set<string>();

  async function findErrors(input: ItemInput): Promise<FieldErrors> {
    const references = Object.entries(referencesToCheck(input, { isPartial: false }));
    const unchecked = references.filter(
      ([field, id]) => typeof id === 'number' && !known.has(`${field} ${id}`),
    );
    const unknown = await resolveReferences(context, Object.fromEntries(unchecked));
    for (const [field, id] of unchecked) {
      const isUnknown = unknown.some((reference) => reference.field === (field as ReferenceField));
      if (!isUnknown) known.add(`${field} ${id}`);
    }
    return Object.fromEntries(unknown.map(({ field, id }) => [field, [unknownId(id)]]));
  }

  return async (row) => {
    const input = toInput(row);
    const errors = await findErrors(input);
    if (Object.keys(errors).length > 0) return { errors };
    if (!source || row.status !== 'new') return { row, input, photos: [] };
    // Checked first, so that no pictures are fetched that would exceed the user's limits.
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

/** Adds the URLs of missing pictures to the notes, up to their maximum length. */
function noteMissing(input: ItemInput, missing: readonly string[]): ItemInput {
  if (missing.length === 0) return input;
  const { values, sent } = input;
  const lines = [values.notes, ...missing.map((url) => `Image: ${url}`)].filter(Boolean);
  const notes = shorten(lines.join('\n'), NOTES_MAX);
  return { ...input, values: { ...values, notes }, sent: new Map([...sent, ['notes', notes]]) };
}

/** Explains an error of a photo; throws errors of the service. */
function explainPhoto(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  if (error instanceof ServiceError && error.code === 'invalid')
    return 'A photo of the row is not a picture in a supported format and size.';
  throw error;
}

import { createItem, type FieldErrors } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import type { ItemInput } from '../../items/item-columns.ts';
import { referencesToCheck } from '../../items/references-to-check.ts';
import { validateItem, type ItemFacts } from '../../items/validate-item.ts';
import type { Reference, ReferenceField } from '../../reference/reference-fields.ts';
import { resolveReferences } from '../../reference/resolve-references.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportRowRecord } from '../import-row-queries.ts';
import { UnreadableFile } from '@kitroom/tabular';
import type { PhotoSource, RestoredPhoto, RowPhotos } from './photo-source.ts';

/** What is wrong with a row, as opposed to the service. */
export class RowFailed extends Error {
  override readonly name = 'RowFailed';
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super('a row cannot be applied');
    this.errors = errors;
  }
}

/** A row that can be written: its references exist, its pictures are stored. */
export interface ReadyRow {
  row: ImportRowRecord;
  input: ItemInput;
  photos: RestoredPhoto[];
}

export interface RowChecker {
  /** Checks a row before its transaction, as the catalogue and the storage may be slow. Throws a RowFailed. */
  check(row: ImportRowRecord): Promise<ReadyRow>;
}

/** Creates a checker for some rows: references that several of them have are looked up once. */
export function createRowChecker(context: ImportContext, source: PhotoSource | undefined): RowChecker {
  const known = new Set<string>();

  async function listUnknown(input: ItemInput): Promise<Reference[]> {
    const wanted = Object.entries(referencesToCheck(input, { isPartial: false }));
    const open = wanted.filter(([field, id]) => typeof id === 'number' && !known.has(`${field} ${id}`));
    const unknown = await resolveReferences(context, Object.fromEntries(open));
    for (const [field, id] of open) {
      if (!unknown.some((one) => one.field === (field as ReferenceField))) known.add(`${field} ${id}`);
    }
    return unknown;
  }

  return {
    async check(row) {
      const input = createItem.body.parse(row.item);
      const unknown = await listUnknown(input);
      if (row.status === 'new') refuseInvalid(input, { unknown, isPartial: false });
      else if (unknown.length > 0) refuseInvalid(input, { unknown, isPartial: true });
      if (!source || row.status !== 'new') return { row, input, photos: [] };
      const { photos, missing } = await storeOrFail(source, row);
      return { row, input: withMissing(input, row, missing), photos };
    },
  };
}

/** Throws a RowFailed with all that is wrong. */
export function refuseInvalid(input: ItemInput, facts: ItemFacts): void {
  const errors = validateItem(input, facts);
  if (Object.keys(errors).length > 0) throw new RowFailed(errors);
}

/** The addresses of pictures that cannot be had are noted. */
function withMissing(input: ItemInput, { item }: ImportRowRecord, missing: readonly string[]): ItemInput {
  if (missing.length === 0) return input;
  const notes = [input.values.notes ?? '', ...missing.map((url) => `Image: ${url}`)]
    .filter(Boolean)
    .join('\n');
  const noted = createItem.body.parse({ ...item, notes });
  return noted.issues.length === 0 ? noted : input;
}

async function storeOrFail(source: PhotoSource, { cells }: ImportRowRecord): Promise<RowPhotos> {
  try {
    return await source(cells);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new RowFailed({ photos: [error.message] });
    const isInvalid = error instanceof ServiceError && error.code === 'invalid';
    if (!isInvalid) throw error;
    throw new RowFailed({ photos: ['A photo of the row is not a picture that is accepted.'] });
  }
}

import { IMPORT_ALL_BYTES_MAX } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { UnreadableFile } from '@kitroom/tabular';
import { invalidFields } from '../invalid-input.ts';
import { sumRowBytes } from './row-batches.ts';

const MIB = 1024 * 1024;
const LIMIT = `${IMPORT_ALL_BYTES_MAX / MIB} MiB of rows`;

/** Throws a 400 on `file` if a user's imports have reached the limit of 500 MiB of rows. */
export async function checkByteBudget(db: Database, userId: number): Promise<void> {
  if ((await sumRowBytes(db, userId)) < IMPORT_ALL_BYTES_MAX) return;
  throw invalidFields({ file: [`Your imports hold ${LIMIT}, the maximum. Remove one of them first.`] });
}

/**
 * Returns a function that adds bytes to the current size of a user's imports, and throws an UnreadableFile if
 * they exceed the limit.
 */
export async function openByteBudget(db: Database, userId: number): Promise<(added: number) => void> {
  let held = await sumRowBytes(db, userId);
  return (added) => {
    held += added;
    if (held <= IMPORT_ALL_BYTES_MAX) return;
    throw new UnreadableFile(
      `With this import, your imports would hold more than ${LIMIT}. Remove others, or split the file.`,
    );
  };
}

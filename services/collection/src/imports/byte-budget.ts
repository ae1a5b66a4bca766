import { IMPORT_ALL_BYTES_MAX } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { UnreadableFile } from '@kitroom/tabular';
import { invalidFields } from '../invalid-input.ts';
import { sumRowBytes } from './read-rows.ts';

const MIB = 1024 * 1024;
const MOST = `${IMPORT_ALL_BYTES_MAX / MIB} MiB of rows`;

/** Throws a 400 if a user's imports hold as many rows as they may. */
export async function checkByteBudget(db: Database, userId: number): Promise<void> {
  if ((await sumRowBytes(db, userId)) < IMPORT_ALL_BYTES_MAX) return;
  throw invalidFields({ file: [`Your imports hold ${MOST}, which is the most. Remove one of them first.`] });
}

/**
 * Returns a function that counts the bytes that are added to a user's imports, beside what they hold now. It
 * throws an UnreadableFile once they are too many.
 */
export async function openByteBudget(db: Database, userId: number): Promise<(added: number) => void> {
  let held = await sumRowBytes(db, userId);
  return (added) => {
    held += added;
    if (held <= IMPORT_ALL_BYTES_MAX) return;
    throw new UnreadableFile(
      `With this import, your imports would hold more than ${MOST}. Remove others, or split the file.`,
    );
  };
}

import type * as z from 'zod';
import { closeDatabase, openDatabase, type Database } from '@kitroom/server/database/database';
import type { Config } from '../config.ts';
import { databaseOptions } from '../database.ts';
import { toS3Options, type storageVariables } from '../variables/storage-variables.ts';
import { openLocalStorage } from './local-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage, which connects on first use. */
export function openStorage(config: z.output<z.ZodObject<typeof storageVariables>>): Storage {
  return config.STORAGE === 's3'
    ? openS3Storage(toS3Options(config))
    : openLocalStorage({ root: config.MEDIA_ROOT, mediaUrl: config.MEDIA_URL });
}

/** Opens a database and a storage for a task, and closes them afterwards. */
export async function withResources<T>(
  config: Config,
  { poolMax }: { poolMax: number },
  use: (resources: { db: Database; storage: Storage }) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ ...databaseOptions(config), poolMax });
  const storage = openStorage(config);
  try {
    return await use({ db, storage });
  } finally {
    storage.close();
    await closeDatabase(db);
  }
}

import type { Config } from '../config.ts';
import { toS3Options } from '../variables/storage-variables.ts';
import { openLocalStorage } from './local-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage; it connects on first use. */
export function openStorage(config: Config): Storage {
  return config.STORAGE === 's3'
    ? openS3Storage(toS3Options(config))
    : openLocalStorage({ root: config.MEDIA_ROOT, mediaUrl: config.MEDIA_URL });
}

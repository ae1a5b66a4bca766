import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';

/**
 * The folder for uploads in progress and pictures being processed: beside the stored files if these are local, as
 * there is room, otherwise in the system's temporary folder.
 */
export function workRoot(config: Pick<Config, 'STORAGE' | 'MEDIA_ROOT'>): string {
  if (config.STORAGE === 'local') return resolve(config.MEDIA_ROOT, '.uploads');
  return join(tmpdir(), `kitroom-collection-${process.getuid?.() ?? 'uploads'}`);
}

import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

export const ADMIN_ROOT = '/admin';
export const USERS_PATH = `${ADMIN_ROOT}/users`;

export const ACCOUNTS_ROOT = '/accounts';

/** Where an account begins: the showcase's screen for it, or the start page here. */
export function homeOf({ SHOWCASE_URL: showcase }: Pick<Config, 'SHOWCASE_URL'>): string {
  return showcase === undefined ? `${ACCOUNTS_ROOT}/` : `${showcase}/account`;
}

/** What anyone with a link may read. */
export const SHARED_ROOT = '/api/shared';

export function isShared(path: string): boolean {
  return path.startsWith(`${SHARED_ROOT}/`);
}

/**
 * The folder for uploads in progress and pictures being processed: beside the stored files if these are
 * local, as there is room, otherwise in the system's temporary folder.
 */
export function workRoot(config: Pick<Config, 'STORAGE' | 'MEDIA_ROOT'>): string {
  if (config.STORAGE === 'local') return resolve(config.MEDIA_ROOT, '.uploads');
  return join(tmpdir(), `kitroom-collection-${process.getuid?.() ?? 'uploads'}`);
}

import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

export const ADMIN_ROOT = '/admin';
export const USERS_PATH = `${ADMIN_ROOT}/users`;

export const ACCOUNTS_ROOT = '/accounts';

/** The start page of an account: the showcase's if there is one, otherwise this service's. */
export function homeOf({ SHOWCASE_URL: showcase }: Pick<Config, 'SHOWCASE_URL'>): string {
  return showcase === undefined ? `${ACCOUNTS_ROOT}/` : `${showcase}/account`;
}

/** The base path of shared collections, which anyone with a link may read. */
export const SHARED_ROOT = '/api/shared';

export function isShared(path: string): boolean {
  return path.startsWith(`${SHARED_ROOT}/`);
}

/**
 * The folder for uploads in progress and pictures being processed. It is next to the stored files if these
 * are local, as that disk has space, otherwise in the system's temporary folder.
 */
export function workRoot(config: Pick<Config, 'STORAGE' | 'MEDIA_ROOT'>): string {
  if (config.STORAGE === 'local') return resolve(config.MEDIA_ROOT, '.uploads');
  return join(tmpdir(), `kitroom-collection-${process.getuid?.() ?? 'uploads'}`);
}

export const ADMIN_ROOT = '/admin';
export const USERS_PATH = `${ADMIN_ROOT}/users`;

/** What anyone with a link may read. */
export const SHARED_ROOT = '/api/shared';

export function isShared(path: string): boolean {
  return path.startsWith(`${SHARED_ROOT}/`);
}

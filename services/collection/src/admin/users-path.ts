import { ADMIN_ROOT } from '../paths.ts';

export const USERS_PATH = `${ADMIN_ROOT}/users`;

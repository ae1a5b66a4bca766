export const ADMIN_ROOT = '/admin';

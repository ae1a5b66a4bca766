/** Where the admin interface begins. */
export const ADMIN_ROOT = '/admin';

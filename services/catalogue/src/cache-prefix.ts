/** What the cache's keys in Redis start with. */
export const CACHE_PREFIX = 'kitroom:catalogue';

/** The prefix of all cache keys in Redis. */
export const CACHE_PREFIX = 'kitroom:catalogue';

/** How many results a search answers. */
export const SEARCH_RESULTS = 10;

/** How many results a kit search reads before it moves secondary teams back and cuts. */
export const KIT_SEARCH_CANDIDATES = 20;

/** How many kits a bulk answer holds. */
export const BULK_MIN = 2;
export const BULK_MAX = 30;

/** How long a random order holds. */
export const DRAW_SECONDS = 1800;

/** How much of a process's memory answers may take where there is no Redis. */
export const CACHE_MEMORY_BYTES = 64 * 1024 * 1024;

/** How long a request's statement may take. */
export const STATEMENT_TIMEOUT_MS = 10_000;

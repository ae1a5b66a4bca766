/** How long a request's statement may take. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** How much of a process's memory answers may take. */
export const CACHE_MEMORY_BYTES = 16 * 1024 * 1024;

/** How long the health report waits for the catalogue. */
export const CATALOGUE_HEALTH_MS = 2000;

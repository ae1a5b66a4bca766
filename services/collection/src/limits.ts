/** How long a request's statement may take. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** How much of a process's memory answers may take. */
export const CACHE_MEMORY_BYTES = 16 * 1024 * 1024;

/** How long the health report waits for the catalogue. */
export const CATALOGUE_HEALTH_MS = 2000;

/** How long one question of the archive proxy takes at most, with all its retries and pages. */
export const ARCHIVE_QUESTION_MS = 10_000;

/** How many failed questions in a row make the archive proxy stop asking the catalogue, and for how long. */
export const ARCHIVE_BREAKER_FAILURES = 5;
export const ARCHIVE_BREAKER_MS = 30_000;

/** How old an answer may be that stands in for a catalogue that is away, and how much memory such answers take. */
export const ARCHIVE_STALE_SECONDS = 86_400;
export const ARCHIVE_MEMORY_BYTES = 16 * 1024 * 1024;

/** How many characters a keyword needs before the catalogue is asked. */
export const ARCHIVE_KEYWORD_MIN = 2;

/** How many pages of a club's season are read at most, and how many kits each holds. */
export const ARCHIVE_PAGES_MAX = 10;
export const ARCHIVE_PAGE_SIZE = 100;

/** Networks of IPv6 that count as one client. */
export const IPV6_SUBNET = 56;

/** An address may fail to sign in so many times as often as one user from it. */
export const LOGIN_ADDRESS_FACTOR = 10;

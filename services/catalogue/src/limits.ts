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

/** How long a collection is kept: 7 days. */
export const COLLECTION_SECONDS = 604_800;

/** How long the record of a scrape that ended is kept: it tells why a scrape failed. */
export const SCRAPE_RECORD_SECONDS = 14 * 86_400;

/** How many pages of a collection are read at most. */
export const SCRAPE_PAGES_MAX = 500;

/** After so many pages in a row without entries the next ones are not asked for. */
export const SCRAPE_EMPTY_PAGES = 3;

/** How many scrapes of one client wait or run at the same time, and when one more may be asked for again. */
export const SCRAPES_PER_CLIENT = 5;
export const SCRAPES_RETRY_SECONDS = 60;

/** How often a page is tried, and how often the archive may ask to wait for one. */
export const SCRAPE_TRIES = 5;
export const SCRAPE_WAITS = 10;

/** The longest that a scrape waits because the archive asks for it. */
export const SCRAPE_WAIT_MAX_MS = 300_000;

/** Scrapes that one process works on at once: each waits for its turn most of the time. */
export const SCRAPES_AT_ONCE = 100;

/** Networks of IPv6 that count as one client. */
export const IPV6_SUBNET = 56;

/** How long an operator stays signed in to the admin interface, and how often ended sessions are removed. */
export const ADMIN_SESSION_SECONDS = 12 * 3600;
export const SESSION_PRUNE_SECONDS = 900;

/** How many sign-ins of one name from one address, and of one address, may fail within these seconds. */
export const ADMIN_SIGN_IN_SECONDS = 300;
export const ADMIN_FAILURES_OF_NAME = 5;
export const ADMIN_FAILURES_OF_ADDRESS = 50;

/** Characters of an operator's password, ADMIN_PASSWORD included. */
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 1000;

/** How many pages an address that is not signed in may open within these seconds: each sign-in page is a session. */
export const ADMIN_OPENINGS = 300;

export const SEARCH_RESULTS = 10;

/** The highest rating. Ratings start at 0 and have up to two decimals. */
export const RATING_MAX = 5;

/** How many results a kit search reads before it moves secondary teams back and truncates the list. */
export const KIT_SEARCH_CANDIDATES = 20;

/** The minimum interval between two generations of the bulk data. */
export const BULK_DATA_SECONDS = 3600;

/** How many generations of the bulk data are kept, so that downloads of the previous one can finish. */
export const BULK_DATA_GENERATIONS = 2;

/**
 * How often a mirror polls its source for changes, which stays within the rate limit of a client without a
 * key.
 */
export const MIRROR_POLL_MS = 60_000;

/** The range of pauses that a source can request from a mirror with `Retry-After`. */
export const MIRROR_PAUSE_MIN_MS = 1_000;
export const MIRROR_PAUSE_MAX_MS = 3_600_000;

/** The lock that allows one mirroring process at a time, and how long another process waits for it. */
export const MIRROR_LOCK_KEY = 5_471_640_019;
export const MIRROR_LOCK_MS = 30_000;

/** How long a random order lasts. */
export const RANDOM_ORDER_SECONDS = 1800;

/** The memory limit of each process's response cache without Redis. */
export const CACHE_MEMORY_BYTES = 64 * 1024 * 1024;

/** The statement timeout of requests. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** How long a collection is kept: 7 days. */
export const COLLECTION_SECONDS = 604_800;

/** How long finished scrapes are kept, to show why one failed. */
export const SCRAPE_RECORD_SECONDS = 14 * 86_400;

/** The archive's pages have 20 entries. A page with more entries than this fails its scrape. */
export const PAGE_ENTRIES_MAX = 200;

/** A scrape ends after this many pages or entries. The collection then consists of those that were read. */
export const SCRAPE_PAGES_MAX = 500;
export const SCRAPE_ENTRIES_MAX = 20_000;

/** A scrape ends after this many consecutive pages without entries. */
export const SCRAPE_EMPTY_PAGES = 3;

/** How many scrapes one client may have waiting or running, and when to try again. */
export const SCRAPES_PER_CLIENT = 5;
export const SCRAPES_RETRY_SECONDS = 60;

/** How many times a page is attempted, and how many times the archive may postpone it. */
export const SCRAPE_ATTEMPTS_MAX = 5;
export const SCRAPE_WAITS = 10;

/** The longest `Retry-After` of the archive that a scrape honours. */
export const SCRAPE_WAIT_MAX_MS = 300_000;

/** How many requests of one client may wait for images of the archive, in each process. */
export const ENTRY_IMAGES_PER_CLIENT = 5;

/** How long each process caches images of the archive, and their maximum total size. */
export const ENTRY_IMAGES_SECONDS = 600;
export const ENTRY_IMAGES_BYTES = 32 * 1024 * 1024;

/**
 * How many drawn pictures may wait to be rendered in each process, in total and per client, and when to try
 * again.
 */
export const PICTURES_WAITING = 200;
export const PICTURES_WAITING_PER_CLIENT = 100;
export const PICTURES_RETRY_SECONDS = 5;

/** The memory limit of each process's rendered pictures. */
export const PICTURES_BYTES = 64 * 1024 * 1024;

/** Concurrent scrapes per process. There can be many, because each mostly waits for its turn. */
export const SCRAPE_CONCURRENCY = 100;

/** How long an operator stays signed in, and how often expired sessions are removed. */
export const ADMIN_SESSION_SECONDS = 12 * 3600;
export const SESSION_PRUNE_SECONDS = 900;

/**
 * The window in which failed sign-ins are counted, and how many may fail per name and address, and per
 * address.
 */
export const ADMIN_SIGN_IN_SECONDS = 300;
export const ADMIN_FAILURES_OF_NAME = 5;
export const ADMIN_FAILURES_OF_ADDRESS = 50;

/** The allowed length of operators' passwords, including ADMIN_PASSWORD. */
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 1000;

/**
 * How many admin pages an address may request without being signed in, per ADMIN_SIGN_IN_SECONDS. Each
 * request creates a session.
 */
export const ADMIN_SIGNED_OUT_REQUESTS = 300;

/** The largest file that operators may upload to import. */
export const UPLOADED_IMPORT_BYTES_MAX = 1024 * 1024 * 1024;

/**
 * The maximum size of a page of changes as JSON. The page may therefore have fewer changes than its limit.
 */
export const CHANGE_PAGE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * How many unknown API keys an address may send per window to each process, as a multiple of
 * RATE_LIMIT_REQUESTS.
 */
export const UNKNOWN_KEYS_FACTOR = 20;

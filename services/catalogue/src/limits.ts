export const SEARCH_RESULTS = 10;

/** Ratings are from 0 to this, with up to two decimals. */
export const RATING_MAX = 5;

/** How many results a kit search reads before it moves secondary teams back and truncates. */
export const KIT_SEARCH_CANDIDATES = 20;

/** How often the bulk data are made at most. */
export const BULK_DATA_SECONDS = 3600;

/** How many generations of the bulk data are kept, so that downloads of the previous one can finish. */
export const BULK_DATA_GENERATIONS = 2;

/**
 * How often a mirror polls its source for changes: less than the rate limit of a client without a key allows.
 */
export const MIRROR_POLL_MS = 60_000;

/** The shortest and the longest pause that a source can request of a mirror with `Retry-After`. */
export const MIRROR_PAUSE_MIN_MS = 1_000;
export const MIRROR_PAUSE_MAX_MS = 3_600_000;

/** Allows one mirroring process at a time, and how long another one waits for it. */
export const MIRROR_LOCK_KEY = 5_471_640_019;
export const MIRROR_LOCK_MS = 30_000;

/** How long a random order lasts. */
export const DRAW_SECONDS = 1800;

/** The memory limit of each process's response cache without Redis. */
export const CACHE_MEMORY_BYTES = 64 * 1024 * 1024;

/** The statement timeout of requests. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** How long a collection is kept: 7 days. */
export const COLLECTION_SECONDS = 604_800;

/** How long finished scrapes are kept, to show why one failed. */
export const SCRAPE_RECORD_SECONDS = 14 * 86_400;

/** A page of the archive has 20 entries; one with more than this fails its scrape. */
export const PAGE_ENTRIES_MAX = 200;

/** A scrape ends after this many pages or entries, whatever they are; what it has read is the collection. */
export const SCRAPE_PAGES_MAX = 500;
export const SCRAPE_ENTRIES_MAX = 20_000;

/** Stop after this many consecutive pages without entries. */
export const SCRAPE_EMPTY_PAGES = 3;

/** How many scrapes one client may have waiting or running. */
export const SCRAPES_PER_CLIENT = 5;
export const SCRAPES_RETRY_SECONDS = 60;

/** How often a page is attempted, and how often the archive may postpone one. */
export const SCRAPE_TRIES = 5;
export const SCRAPE_WAITS = 10;

/** The longest `Retry-After` of the archive that a scrape obeys. */
export const SCRAPE_WAIT_MAX_MS = 300_000;

/** How many requests of one client may wait for pictures of the archive, in each process. */
export const ENTRY_IMAGES_PER_CLIENT = 5;

/** How long, and up to which size together, a process keeps pictures of the archive. */
export const ENTRY_IMAGES_SECONDS = 600;
export const ENTRY_IMAGES_BYTES = 32 * 1024 * 1024;

/**
 * How many drawn pictures may wait to be rendered in each process, in all and for one client, and when to try
 * again.
 */
export const PICTURES_WAITING = 200;
export const PICTURES_WAITING_PER_CLIENT = 100;
export const PICTURES_RETRY_SECONDS = 5;

/** The memory limit of each process's rendered pictures. */
export const PICTURES_BYTES = 64 * 1024 * 1024;

/** Concurrent scrapes per process: each waits for its turn most of the time. */
export const SCRAPES_AT_ONCE = 100;

/** How long an operator stays signed in, and how often expired sessions are removed. */
export const ADMIN_SESSION_SECONDS = 12 * 3600;
export const SESSION_PRUNE_SECONDS = 900;

/** How many sign-ins may fail within this window, per name and address and per address. */
export const ADMIN_SIGN_IN_SECONDS = 300;
export const ADMIN_FAILURES_OF_NAME = 5;
export const ADMIN_FAILURES_OF_ADDRESS = 50;

/** The length of an operator's password, including ADMIN_PASSWORD. */
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_PASSWORD_MAX = 1000;

/**
 * How many admin pages an address may request without being signed in within these seconds: each creates a
 * session.
 */
export const ADMIN_OPENINGS = 300;

/** The largest file that operators may upload to import. */
export const UPLOADED_IMPORT_BYTES_MAX = 1024 * 1024 * 1024;

/** A page of changes ends before its limit when its JSON would be larger. */
export const CHANGE_PAGE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * How many unknown API keys an address may send per window: this multiple of its requests, in each process.
 */
export const UNKNOWN_KEYS_FACTOR = 20;

/** The statement timeout of requests. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * What the requests of one user may use of a process's database connections, and how long each waits for the
 * others.
 */
export const USER_SHARE = { connections: 3, waitMaxMs: 10_000 };

/** The size of a process's memory cache. */
export const CACHE_MEMORY_BYTES = 16 * 1024 * 1024;

/** How long a health report is reused, as it queries the catalogue and the storage. */
export const HEALTH_REMEMBERED_MS = 2000;

/** The health report's timeout for the catalogue. */
export const CATALOGUE_HEALTH_MS = 2000;

/** The archive proxy's timeout for one request, including all its retries and pages. */
export const ARCHIVE_REQUEST_MS = 10_000;

/** How many consecutive failures open the catalogue's breaker, and for how long. */
export const CATALOGUE_BREAKER_FAILURES = 5;
export const CATALOGUE_BREAKER_MS = 30_000;

/** How old a stale response may be while the catalogue is unavailable, and how much memory these may use. */
export const ARCHIVE_STALE_SECONDS = 86_400;
export const ARCHIVE_MEMORY_BYTES = 16 * 1024 * 1024;

/** The minimum length of a keyword for a search in the catalogue. */
export const ARCHIVE_KEYWORD_MIN = 2;

/** The maximum number of pages of a club's season, and kits per page. */
export const ARCHIVE_PAGES_MAX = 10;
export const ARCHIVE_PAGE_SIZE = 100;

/** The limit of failed sign-ins per address is this multiple of that per user and address. */
export const LOGIN_ADDRESS_FACTOR = 10;

/** How many unknown tokens an address may send: this multiple of its anonymous requests, in each process. */
export const UNKNOWN_TOKENS_FACTOR = 20;

/** How many tokens a process remembers as valid. */
export const KNOWN_TOKENS_MAX = 10_000;

/** How many wrong passwords a share link takes from all addresses together. */
export const SHARE_WRONG_PASSWORDS = { limit: 50, seconds: 3600 };

/** The timeout for the catalogue when an item is written, and the number of retries. */
export const REFERENCE_REQUEST_MS = 3000;
export const REFERENCE_REQUEST_RETRIES = 1;

/** How many unnamed copies one run of the job completes at most, and the pause after each request. */
export const REFERENCE_BATCH = 200;
export const REFERENCE_PAUSE_MS = 200;

/** The job's timeout for one request, and after how many consecutive failures a run ends. */
export const REFERENCE_JOB_REQUEST_MS = 5000;
export const REFERENCE_FAILURES = 3;

/** After how many hours a failed refresh of a copy is retried. */
export const REFERENCE_RETRY_HOURS = 1;

/** The longest that the job pauses on the catalogue's `Retry-After`. */
export const REFERENCE_REST_MAX_MS = 3_600_000;

/**
 * After how many days an unused copy is removed. One close to that age is fetched again when an item refers
 * to it: otherwise it might be removed between the check and the write.
 */
export const REFERENCE_DAYS_UNUSED = 7;
export const REFERENCE_DAYS_SURE = 6;

/** How often maintenance runs, over all processes. */
const MAINTENANCE_SECONDS = 45;
export const MAINTENANCE_EVERY = `${MAINTENANCE_SECONDS} seconds`;
export const MAINTENANCE_RUNS_PER_DAY = 86_400 / MAINTENANCE_SECONDS;

/** How often texts of items are looked up: twice a day, in case the catalogue is unavailable once. */
export const TEXTS_EVERY = '12 hours';

/** The health report's timeout for the storage. */
export const STORAGE_HEALTH_MS = 2000;

/**
 * The number of attempts with S3, and its timeouts: for connecting, for silence, for the response to an
 * attempt, and for the download of a file.
 */
export const S3_ATTEMPTS = 2;
export const S3_CONNECT_MS = 2000;
export const S3_IDLE_MS = 5000;
export const S3_RESPONSE_MS = 30_000;
export const S3_DOWNLOAD_MS = 60_000;

/** Larger files are sent to S3 in parts of this size, of which it takes 10,000. */
export const S3_PART_BYTES = 16 * 1024 * 1024;

/** How many files are removed from S3 concurrently. */
export const S3_REMOVALS_AT_ONCE = 8;

/** How many photos one process makes thumbnails and cards of concurrently, and how many of one user. */
export const PHOTOS_AT_ONCE = 4;
export const PHOTOS_OF_USER_AT_ONCE = 2;

/** The maximum number of frames of an animation. */
export const PICTURE_FRAMES_MAX = 2000;

/** The timeout of an AVIF encoder for one picture. */
export const AVIF_ENCODER_MS = 60_000;

/** How often creating a photo's renditions is attempted. */
export const PHOTO_ATTEMPTS = 3;

/** How often unattached photos, orphaned files and lost jobs are looked for. */
export const PHOTO_SWEEP_EVERY = '1 hour';

/** A younger file that no row refers to may belong to a request in progress. */
export const FORGOTTEN_FILE_SECONDS = 3600;

/** How many photos whose size is unknown are measured at a time. */
export const MEASURED_AT_ONCE = 8;

/** How many files the sweep looks up at a time. */
export const SWEEP_PAGE = 1000;

/** The idle timeout and the maximum lifetime of a session; and how often expired ones are removed. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_DAYS_MAX = 90;
export const SESSION_PRUNE_SECONDS = 900;

/** The use of a session or a token is recorded at most once in this interval. */
export const USE_RECORD_SECONDS = 60;

/** The lifetime of an anonymous session. */
export const ANONYMOUS_SESSION_SECONDS = 3600;

/**
 * How many new sessions an address may begin in the throttle's period: this multiple of its requests, but at
 * least the minimum.
 */
export const OPENINGS_FACTOR = 15;
export const OPENINGS_MIN = 300;

/** How many connections to the mail server a process opens, and the timeouts for connecting and silence. */
export const MAIL_CONNECTIONS = 3;
export const MAIL_CONNECT_MS = 10_000;
export const MAIL_IDLE_MS = 30_000;

/** The health report's timeout for the mail server, and how long the metrics remember that it was reached. */
export const MAIL_HEALTH_MS = 2000;
export const MAIL_MEASURED_MS = 60_000;

/** The first pause before an unsent mail is retried, and the longest pause. */
export const MAIL_FIRST_PAUSE_SECONDS = 60;
export const MAIL_PAUSE_MAX_SECONDS = 7200;

/** How many mails are requeued at a time. */
export const MAIL_PAGE = 1000;

/** How often the same kind of mail may be requested for one address. */
export const MAIL_REQUEST_SECONDS = 60;

/** The lifetime of a key sent by mail, and of an account that is not verified. */
export const ACCOUNT_KEY_DAYS = 3;
export const UNVERIFIED_DAYS = 7;

/** The timeout of a statement that deletes an account with all its items. */
export const ACCOUNT_DELETION_MS = 120_000;

/** The timeout of a statement that changes or deletes many items. */
export const BATCH_MS = 60_000;

/** After which pause a batch checks again whether another batch of its user has ended. */
export const BATCH_PAUSE_MS = 250;

/** How often a change of items that others change at the same time is attempted. */
export const CHANGE_ATTEMPTS = 5;

/**
 * How long the response to a request with an `Idempotency-Key` is stored, and how many bytes of them for one
 * user.
 */
export const STORED_REPLY_HOURS = 24;
export const STORED_REPLY_BYTES = 64 * 1024 * 1024;

/** How many items are written, or read, together with their search texts. */
export const BATCH_TEXTS = 100;

/** How often items without search texts are looked for. */
export const SEARCH_TEXTS_EVERY = '1 minute';

/** How many items or photos of an export are read at a time. */
export const EXPORT_PAGE = 500;

/** A page of changes ends before its limit when it would be larger. */
export const CHANGE_PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** From how many users one run of maintenance removes old deletions. */
export const OLD_DELETIONS_PAGE = 1000;

/** How many exports a process makes concurrently, and how often making one is attempted. */
export const EXPORTS_AT_ONCE = 2;
export const EXPORT_ATTEMPTS = 10;

/**
 * The heap of a thread that writes an export: some kilobytes for each photo, and little that is short-lived.
 */
export const EXPORT_HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 384 };

/** The heap of a thread that works on an import; it hardly grows with the import's size. */
export const IMPORT_HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };

/**
 * How much processor time the code of a thread may use without waiting for anything; a batch of rows takes a
 * tenth of a second.
 */
export const THREAD_BUSY_SECONDS_MAX = 10;

/** How much processor time a run of an import may use; it then returns to the end of the queue. */
export const IMPORT_CPU_SECONDS = 30;

/** How many runs of an import may be ended without progress in between, and the pause after one. */
export const IMPORT_ATTEMPTS = 3;
export const IMPORT_RETRY_MS = 5000;

/** How long a thread is kept after a task, in case there is another one. */
export const THREAD_KEPT_MS = 30_000;

/**
 * The limit of wrong codes per user, over all addresses, is this multiple of the failed sign-ins per address.
 */
export const WRONG_CODES_FACTOR = 2;

/**
 * The time limits of a social sign-in at the provider, for the code after it, and for signing in to the
 * account to be linked.
 */
export const SOCIAL_FLOW_SECONDS = 600;
export const PENDING_SIGN_IN_SECONDS = 600;

/** How many social sign-ins one browser may have in progress. */
export const SOCIAL_FLOWS_MAX = 5;

/** How long a provider's metadata is cached, and the timeout of its responses. */
export const SOCIAL_DISCOVERY_SECONDS = 3600;
export const SOCIAL_ANSWER_SECONDS = 5;

/**
 * After which pauses an import looks again whether the catalogue is available, and whether a collection has
 * been read.
 */
export const IMPORT_CATALOGUE_PAUSE_MS = 5000;
export const IMPORT_SCRAPE_PAUSE_MS = 2000;

/** The most bytes of rows or items that are read from the database at once; a larger one is read alone. */
export const READ_BYTES = 8 * 1024 * 1024;

/**
 * How many imports one process works on concurrently, and as many more whose photos come from the archive.
 */
export const IMPORTS_AT_ONCE = 2;

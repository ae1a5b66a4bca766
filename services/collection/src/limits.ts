/** The statement timeout of requests. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * How many of a process's database connections one user's requests may use, and how long further ones wait.
 */
export const USER_SHARE = { connections: 3, waitMaxMs: 10_000 };

/** How long a health report is reused, as it queries the catalogue and the storage. */
export const HEALTH_REMEMBERED_MS = 2000;

/** The health report's timeout for the catalogue. */
export const CATALOGUE_HEALTH_MS = 2000;

/** The archive proxy's timeout for one request, including all its retries and pages. */
export const ARCHIVE_REQUEST_MS = 10_000;

/** How many consecutive failures open the catalogue's breaker, and for how long. */
export const CATALOGUE_BREAKER_FAILURES = 5;
export const CATALOGUE_BREAKER_MS = 30_000;

/**
 * How old a stale response may be while the catalogue is unavailable, and how much memory stale responses
 * use.
 */
export const ARCHIVE_STALE_SECONDS = 86_400;
export const ARCHIVE_MEMORY_BYTES = 16 * 1024 * 1024;

/** The minimum length of a keyword for a search in the catalogue. */
export const ARCHIVE_KEYWORD_MIN = 2;

/** The maximum number of pages of a club's season, and kits per page. */
export const ARCHIVE_PAGES_MAX = 10;
export const ARCHIVE_PAGE_SIZE = 100;

/** The limit of failed sign-ins per address is this multiple of the limit per user and address. */
export const LOGIN_ADDRESS_FACTOR = 10;

/** The limit of unknown tokens per address and process is this multiple of THROTTLE_ANON. */
export const UNKNOWN_TOKENS_FACTOR = 20;

/** How many tokens a process remembers as valid. */
export const KNOWN_TOKENS_MAX = 10_000;

/** The limit of wrong passwords for a share link, over all addresses. */
export const SHARE_WRONG_PASSWORDS = { limit: 50, seconds: 3600 };

/** The timeout for the catalogue when an item is written, and the number of retries. */
export const REFERENCE_REQUEST_MS = 3000;
export const REFERENCE_REQUEST_RETRIES = 1;

/** How many unnamed copies one run of the references job completes, and its pause after each request. */
export const REFERENCE_BATCH = 200;
export const REFERENCE_PAUSE_MS = 200;

/** That job's timeout for one request, and the number of consecutive failures that end a run. */
export const REFERENCE_JOB_REQUEST_MS = 5000;
export const REFERENCE_FAILURES = 3;

/** After how many hours a failed refresh of a copy is retried. */
export const REFERENCE_RETRY_HOURS = 1;

/** The longest `Retry-After` of the catalogue that the job honours. */
export const REFERENCE_RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * After how many days an unused copy is removed. A copy close to that age is fetched again when an item
 * refers to it; otherwise it might be removed between the check and the write.
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
 * The number of attempts per S3 request, and the timeouts for connecting, inactivity, the response to an
 * attempt, and the download of a file.
 */
export const S3_ATTEMPTS = 2;
export const S3_CONNECT_MS = 2000;
export const S3_IDLE_MS = 5000;
export const S3_RESPONSE_MS = 30_000;
export const S3_DOWNLOAD_MS = 60_000;

/** Larger files are sent to S3 in parts of this size. S3 accepts at most 10,000 parts. */
export const S3_PART_BYTES = 16 * 1024 * 1024;

/** How many files are removed from S3 concurrently. */
export const S3_REMOVALS_AT_ONCE = 8;

/** For how many photos one process creates thumbnails and cards concurrently, in total and of one user. */
export const PHOTOS_AT_ONCE = 4;
export const PHOTOS_OF_USER_AT_ONCE = 2;

/** The maximum number of frames of an animation. */
export const PICTURE_FRAMES_MAX = 2000;

/** The timeout of an AVIF encoder for one picture. */
export const AVIF_ENCODER_MS = 60_000;

/** The number of attempts to create a photo's renditions. */
export const PHOTO_ATTEMPTS = 3;

/** How often the sweep for unattached photos, orphaned files and lost jobs runs. */
export const PHOTO_SWEEP_EVERY = '1 hour';

/** The minimum age of an orphaned file: a younger one may belong to a request in progress. */
export const ORPHANED_FILE_SECONDS = 3600;

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
 * How many new sessions an address may start in the throttle's period: this multiple of its requests, but at
 * least the minimum.
 */
export const NEW_SESSIONS_FACTOR = 15;
export const NEW_SESSIONS_MIN = 300;

/**
 * How many connections to the mail server a process opens, and the timeouts for connecting and inactivity.
 */
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

/** How often a waiting batch checks whether another batch of its user has ended. */
export const BATCH_PAUSE_MS = 250;

/** The number of attempts to change items that other requests change at the same time. */
export const CHANGE_ATTEMPTS = 5;

/**
 * How long the response to a request with an `Idempotency-Key` is stored, and how many bytes of them for one
 * user.
 */
export const STORED_REPLY_HOURS = 24;
export const STORED_REPLY_BYTES = 64 * 1024 * 1024;

/** How many items are written or read at a time together with their search texts. */
export const BATCH_TEXTS = 100;

/** How often the job that completes missing search texts runs. */
export const SEARCH_TEXTS_EVERY = '1 minute';

/** How many items or photos of an export are read at a time. */
export const EXPORT_PAGE = 500;

/** The maximum size of a page of changes, which may end before its `limit`. */
export const CHANGE_PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** For how many users one run of maintenance removes old deletions. */
export const OLD_DELETIONS_PAGE = 1000;

/** How many exports a process creates concurrently, and the number of attempts per export. */
export const EXPORTS_AT_ONCE = 2;
export const EXPORT_ATTEMPTS = 10;

/** The heap of a thread that writes an export: some kilobytes per photo, and little short-lived data. */
export const EXPORT_HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 384 };

/** The heap of a thread that runs an import; its use hardly grows with the size of the import. */
export const IMPORT_HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 };

/**
 * How much processor time a thread may use without becoming idle; a batch of rows takes a tenth of a second.
 */
export const THREAD_BUSY_SECONDS_MAX = 10;

/** How much processor time a run of an import may use before it returns to the end of the queue. */
export const IMPORT_CPU_SECONDS = 30;

/** How many runs of an import may be terminated in a row without progress, and the pause after each. */
export const IMPORT_ATTEMPTS = 3;
export const IMPORT_RETRY_MS = 5000;

/** How long an idle thread is kept for the next task. */
export const THREAD_KEPT_MS = 30_000;

/** The limit of wrong codes per user, over all addresses, is this multiple of the limit in THROTTLE_LOGIN. */
export const WRONG_CODES_FACTOR = 2;

/**
 * The time limits of a social sign-in: at the provider; afterwards, for the code or for signing in to the
 * account to be linked.
 */
export const SOCIAL_FLOW_SECONDS = 600;
export const PENDING_SIGN_IN_SECONDS = 600;

/** How many social sign-ins one browser may have in progress. */
export const SOCIAL_FLOWS_MAX = 5;

/** How long a provider's metadata is cached, and the timeout of its responses. */
export const SOCIAL_DISCOVERY_SECONDS = 3600;
export const SOCIAL_RESPONSE_SECONDS = 5;

/**
 * How often an import checks whether the catalogue is available again, and whether a collection has been
 * scraped.
 */
export const IMPORT_CATALOGUE_PAUSE_MS = 5000;
export const IMPORT_SCRAPE_PAUSE_MS = 2000;

/**
 * The maximum number of bytes of rows or items read from the database at a time; a larger one is read alone.
 */
export const READ_BYTES = 8 * 1024 * 1024;

/** How many imports one process runs concurrently, and as many more whose photos come from the archive. */
export const IMPORTS_AT_ONCE = 2;

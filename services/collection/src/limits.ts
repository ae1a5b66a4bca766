import { PHOTO_BYTES_MAX } from '@kitroom/collection-client';

/** How long a request's statement may take. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** How much of a process's memory answers may take. */
export const CACHE_MEMORY_BYTES = 16 * 1024 * 1024;

/** How long the health report waits for the catalogue. */
export const CATALOGUE_HEALTH_MS = 2000;

/** How long one question of the archive proxy takes at most, with all its retries and pages. */
export const ARCHIVE_QUESTION_MS = 10_000;

/** How many failed questions in a row make the service stop asking the catalogue, and for how long. */
export const CATALOGUE_BREAKER_FAILURES = 5;
export const CATALOGUE_BREAKER_MS = 30_000;

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

/** How long the writing of an item waits for the catalogue at most, and how often each question is asked again. */
export const REFERENCE_QUESTION_MS = 3000;
export const REFERENCE_QUESTION_RETRIES = 1;

/** How many copies without a name one run of the job completes at most, and how long it pauses after each question. */
export const REFERENCE_BATCH = 200;
export const REFERENCE_PAUSE_MS = 200;

/** How long the job waits for one answer, and after how many failures in a row a run ends. */
export const REFERENCE_JOB_QUESTION_MS = 5000;
export const REFERENCE_FAILURES = 3;

/** After how many hours a copy is asked for again that could not be refreshed. */
export const REFERENCE_RETRY_HOURS = 1;

/** The longest that the job asks nothing because the catalogue wants it so. */
export const REFERENCE_REST_MAX_MS = 3_600_000;

/**
 * After how many days a copy is removed that no item uses. One that is nearly as old is asked for anew when an item
 * names it: otherwise it might go between the question and the writing.
 */
export const REFERENCE_DAYS_UNUSED = 7;
export const REFERENCE_DAYS_SURE = 6;

/** How often the service does what is due now and then, over all its processes. */
const TEND_SECONDS = 45;
export const TEND_EVERY = `${TEND_SECONDS} seconds`;
export const TENDINGS_A_DAY = 86_400 / TEND_SECONDS;

/** How long the health report waits for the storage. */
export const STORAGE_HEALTH_MS = 2000;

/** How often S3 is tried, and how long it may take to connect, to be silent, and for one file with all attempts. */
export const S3_ATTEMPTS = 2;
export const S3_CONNECT_MS = 2000;
export const S3_IDLE_MS = 5000;
export const S3_OPERATION_MS = 60_000;

/** How many files are removed from S3 at once. */
export const S3_REMOVALS_AT_ONCE = 8;

/** The largest file that may be uploaded, and how much else the request around it may hold. */
export const UPLOAD_BYTES_MAX = PHOTO_BYTES_MAX;
export const UPLOAD_REST_BYTES_MAX = 1024 * 1024;

/** How many fields the form of an upload may have, and how large one may be. */
export const UPLOAD_FIELDS_MAX = 20;
export const UPLOAD_FIELD_BYTES_MAX = 64 * 1024;

/** How many pictures one process decodes at once: each may take several hundred megabytes. */
export const PICTURES_AT_ONCE = 2;

/** How many frames an animation may have. */
export const PICTURE_FRAMES_MAX = 2000;

/** How long an encoder of AVIF may work on one picture before it is ended. */
export const AVIF_ENCODER_MS = 60_000;

/** How often the making of a photo's versions is begun before it is given up. */
export const PHOTO_ATTEMPTS = 3;

/** How often unattached photos, forgotten files and lost jobs are looked for. */
export const PHOTO_SWEEP_EVERY = '1 hour';

/** A file that no row names may belong to a request that is under way, until it is so old. */
export const FORGOTTEN_FILE_SECONDS = 3600;

/** How many files the sweep looks up at a time. */
export const SWEEP_PAGE = 1000;

/** After how many days without use a session ends, and at the latest; and how often ended ones are removed. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_DAYS_MAX = 90;
export const SESSION_PRUNE_SECONDS = 900;

/** The use of a session or a token is recorded once in so many seconds. */
export const USE_RECORD_SECONDS = 60;

/** How long a session lasts in which nobody has signed in. */
export const ANONYMOUS_SESSION_SECONDS = 3600;

/**
 * How many browsers without a session an address may bring in the throttle's time: so many times as many as requests, and
 * never fewer than this. Each may begin a session.
 */
export const OPENINGS_FACTOR = 15;
export const OPENINGS_MIN = 300;

/** How many connections to the mail server a process opens, and how long connecting and silence may take. */
export const MAIL_CONNECTIONS = 3;
export const MAIL_CONNECT_MS = 10_000;
export const MAIL_IDLE_MS = 30_000;

/** After which pause a mail is tried again that could not be sent, how long the pause grows, and when it is given up. */
export const MAIL_FIRST_PAUSE_SECONDS = 60;
export const MAIL_PAUSE_MAX_SECONDS = 7200;
export const MAIL_DAY_MS = 86_400_000;

/** How many mails are put into the queue again at a time. */
export const MAIL_PAGE = 1000;

/** After how long the same kind of mail may be asked for again for one address. */
export const MAIL_REQUEST_SECONDS = 60;

/** How long a key of a mail lasts, and an account whose e-mail nobody verifies. */
export const ACCOUNT_KEY_DAYS = 3;
export const UNVERIFIED_DAYS = 7;

/** How long a statement may take that deletes an account with all its items. */
export const ACCOUNT_DELETION_MS = 120_000;

/** How many items or photos of an export are read at a time. */
export const EXPORT_PAGE = 500;

/** A user may send so many times as many wrong codes, over all addresses, as one address may fail to sign in. */
export const WRONG_CODES_FACTOR = 2;

/** How long somebody may take at a provider, for the code after that, or to sign in to the account to be linked. */
export const SOCIAL_FLOW_SECONDS = 600;
export const PENDING_SIGN_IN_SECONDS = 600;

/** How many sign-ins with providers one browser may have begun. */
export const SOCIAL_FLOWS_MAX = 5;

/** How long what a provider says of itself is kept, and how long each of its answers is waited for. */
export const SOCIAL_DISCOVERY_SECONDS = 3600;
export const SOCIAL_ANSWER_SECONDS = 5;

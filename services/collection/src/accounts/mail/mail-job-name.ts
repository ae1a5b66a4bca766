/** Sends a mail; the job's key is the mail's id. */
export const MAIL_JOB = 'mail';

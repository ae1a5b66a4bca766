/** The job that sends a mail; its key is the mail's id. */
export const MAIL_JOB = 'mail';

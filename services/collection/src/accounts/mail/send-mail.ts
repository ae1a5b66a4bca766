import type { Database } from '@kitroom/server/database/database';
import { PAUSE_MAX_MS, type JobEnd } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CollectionMetrics } from '../../collection-metrics.ts';
import { claimMail, deleteMail, hasMail, type MailRow } from './mail-queries.ts';
import type { Mail, Mailer } from './open-mailer.ts';

type MailContext = { db: Database; log: Logger; mailer: Mailer; metrics: CollectionMetrics };

/** Writes a mail just before it is sent; returns undefined if it is no longer needed or has no recipient. */
type MailWriter = (row: MailRow) => Promise<Mail | undefined>;

/**
 * Sends a due mail. Failures are retried with growing pauses for a day. After that, or immediately if the
 * server permanently rejects the recipient, the mail is abandoned.
 */
export async function sendMail(context: MailContext, key: string, write: MailWriter): Promise<JobEnd> {
  const { db, log, mailer, metrics } = context;
  const row = await claimMail(db, Number(key));
  // A mail that is due later was claimed by a process that has ended. Its job stays, as it counts such runs.
  if (!row) return (await hasMail(db, Number(key))) ? { afterMs: PAUSE_MAX_MS } : 'done';
  const mail = await write(row);
  if (mail) {
    try {
      await mailer.send(mail);
      metrics.mails.inc({ outcome: 'sent' });
      log.info({ to: mail.to, subject: mail.subject }, 'mail sent');
    } catch (error) {
      if (!isAbandoned(row, error)) {
        metrics.mails.inc({ outcome: 'deferred' });
        log.warn(
          { err: toLoggedError(error), to: mail.to, attempts: row.attempts },
          'could not send mail; will retry',
        );
        return 'done';
      }
      metrics.mails.inc({ outcome: 'abandoned' });
      log.error(
        { err: toLoggedError(error), to: mail.to, subject: mail.subject },
        'could not send mail; giving up',
      );
    }
  }
  await deleteMail(db, row.id);
  return 'done';
}

/** Abandons a mail that crashes every process that sends it. */
export async function abandonMail(
  { db, metrics }: Pick<MailContext, 'db' | 'metrics'>,
  id: number,
): Promise<void> {
  metrics.mails.inc({ outcome: 'abandoned' });
  await deleteMail(db, id);
}

function isAbandoned({ is_a_day_old: isOld }: MailRow, error: unknown): boolean {
  return isOld || isRefusedAddress(error);
}

/** Whether the recipient was permanently rejected. A rejection of this service may be resolved later. */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false;
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Logs only the server's response, as the error may contain the mail. */
function toLoggedError(error: unknown): { message: string; code?: unknown } {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...('code' in error ? { code: error.code } : {}) };
}

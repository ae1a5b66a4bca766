import type { Database } from '@kitroom/server/database/database';
import { PAUSE_MAX_MS, type JobEnd } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CollectionMetrics } from '../../collection-metrics.ts';
import { claimMail, deleteMail, hasMail, type MailRow } from './mail-queries.ts';
import type { Mail, Mailer } from './open-mailer.ts';

type MailContext = { db: Database; log: Logger; mailer: Mailer; metrics: CollectionMetrics };

/** Writes a mail when it is about to be sent; undefined if it is no longer needed or has no recipient. */
type MailWriter = (row: MailRow) => Promise<Mail | undefined>;

/**
 * Sends a due mail. Failures are retried after growing pauses, for a day; then the mail is given up, or at
 * once if the server rejects the recipient permanently.
 */
export async function sendMail(context: MailContext, key: string, write: MailWriter): Promise<JobEnd> {
  const { db, log, mailer, metrics } = context;
  const row = await claimMail(db, Number(key));
  // One that is due later was begun by a process that has ended: its job stays, which counts that.
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
          { err: toSaid(error), to: mail.to, attempts: row.attempts },
          'could not send mail; will retry',
        );
        return 'done';
      }
      metrics.mails.inc({ outcome: 'abandoned' });
      log.error({ err: toSaid(error), to: mail.to, subject: mail.subject }, 'could not send mail; giving up');
    }
  }
  await deleteMail(db, row.id);
  return 'done';
}

/** Discards a mail that ends each process which sends it. */
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

/** A permanent rejection of this recipient; a rejection of this service may be resolved later. */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false;
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** The server's response only: the error may hold the message. */
function toSaid(error: unknown): { message: string; code?: unknown } {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...('code' in error ? { code: error.code } : {}) };
}

import type { Database } from '@kitroom/server/database/database';
import type { IdempotentWrite, Reply } from '@kitroom/server/http/endpoint';

interface Keyed {
  /** Set if the request has an `Idempotency-Key`. */
  once?: IdempotentWrite | undefined;
}

/** Runs a write; in a transaction if it has several statements, or if its response must be stored. */
export function writeOnce(
  db: Database,
  keyed: Keyed,
  write: (db: Database) => Promise<Reply>,
  { isOne = true } = {},
): Promise<Reply> {
  if (!keyed.once && isOne) return write(db);
  return db.transaction((transaction) => replyOnce(transaction, keyed, () => write(transaction)));
}

/** Runs a write and stores its response, in one transaction. Throws a 409 if an equal request came first. */
export async function replyOnce(
  transaction: Database,
  { once }: Keyed,
  write: () => Promise<Reply>,
): Promise<Reply> {
  await once?.claim(transaction);
  const reply = await write();
  return once ? once.keep(transaction, reply) : reply;
}

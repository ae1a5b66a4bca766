import type { Database } from '@kitroom/server/database/database';
import type { Once, Reply } from '@kitroom/server/http/endpoint';

/** What a request with an `Idempotency-Key` knows. */
interface Keyed {
  once?: Once | undefined;
}

/** Runs a write of one statement, or of several; these, or if its response is stored, in a transaction. */
export function writeOnce(
  db: Database,
  keyed: Keyed,
  write: (db: Database) => Promise<Reply>,
  { isOne = true } = {},
): Promise<Reply> {
  if (!keyed.once && isOne) return write(db);
  return db.transaction((transaction) => replyOnce(transaction, keyed, () => write(transaction)));
}

/**
 * Runs the write of a transaction; its response is stored in the same one. Throws a 409 if an equal request
 * was first.
 */
export async function replyOnce(
  transaction: Database,
  { once }: Keyed,
  write: () => Promise<Reply>,
): Promise<Reply> {
  await once?.claim(transaction);
  const reply = await write();
  return once ? once.keep(transaction, reply) : reply;
}

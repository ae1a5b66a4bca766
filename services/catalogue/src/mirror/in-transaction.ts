import type pg from 'pg';

/** Runs statements of a client in one transaction. */
export async function inTransaction<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await run();
    await client.query('commit');
    return result;
  } catch (error) {
    // If the connection is lost, so is the transaction.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '@kitroom/server/database/database';
import { holdTable } from '@kitroom/testing/hold-table';
import { openPace } from '../src/archive/pace.ts';

// A separate process, as Node.js ends it at an unhandled rejection. Its argument is the database's URL.

const [url = ''] = process.argv.slice(2);
const db = openDatabase({ url, poolMax: 1, applicationName: 'test', statementTimeoutMs: 200 });

const turn = openPace(db, 0).take(
  { client: 'ann', collector: 1 },
  async (sent) => {
    const hold = await holdTable(url, 'archive_pace');
    sent();
    await hold.waitForWaiters();
    // The archive responds only after the database has timed the statement out.
    while (db.client.pool.numUsed() > 0) await setImmediate();
    await hold.release();
  },
  new AbortController().signal,
);

await turn.then(
  () => process.stdout.write('the turn ended\n'),
  (error: unknown) => process.stdout.write(`the call failed: ${String(error)}\n`),
);
await db.raw('update archive_pace set claim = null');
await db.destroy();

import { describe, expect, it } from '@jest/globals';
import { startTestService } from '@kitroom/testing/test-processes';
import { breakEachStatement, KEYED_ACTIONS } from './keyed-actions.ts';
import { openStatementWire } from './statement-wire.ts';
import { TEST_SECRET_KEY, useCollection } from './test-collection.ts';
import { createUserClient } from './test-photos.ts';
import { withToken } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });

// To the database, a killed process is a broken connection, which idempotency-failures.test.ts tests for
// every action. Only photos have files, too.
describe('a request with an Idempotency-Key', () => {
  it.each(KEYED_ACTIONS.filter(([name]) => name === 'POST /api/photos/'))(
    'stores everything or nothing if its process is killed at any statement: %s',
    async (_name, make) => {
      await using wire = await openStatementWire(collection.database.url);
      const user = await createUserClient(collection);
      const atCommit = await breakEachStatement(collection, user, make, async (action, isMeant) => {
        const process = await startTestService('collection', {
          DATABASE_URL: wire.url,
          MEDIA_ROOT: collection.mediaRoot,
          SECRET_KEY: TEST_SECRET_KEY,
          CATALOGUE_URL: 'http://127.0.0.1:1',
          WORKER: 'false',
          LOG_LEVEL: 'silent',
        });
        try {
          const headers = new Headers({ ...withToken(user.token), 'Idempotency-Key': action.key });
          new Headers(action.init.headers).forEach((value, name) => headers.set(name, value));
          wire.breakAt(isMeant, 'after', () => process.signal('SIGKILL'));
          await fetch(`${process.url}${action.path}`, { ...action.init, headers }).catch(() => undefined);
          return wire.mend();
        } finally {
          await process.kill('SIGKILL');
        }
      });
      expect(atCommit).toBe('everything');
    },
    600_000,
  );
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService } from '@kitroom/testing/test-processes';
import { createWrongClock, FAKETIME } from '@kitroom/testing/wrong-clock';
import { startTcpProxy } from './tcp-proxy.ts';
import { createCatalogueDatabase } from './test-catalogue.ts';

const MINUTE = 60_000;
const HOUR_SECONDS = 3600;

describeWhere(
  FAKETIME,
  { title: 'a process that is disconnected from the database', missing: 'this machine has no libfaketime' },
  () => {
    it(
      'serves stale responses for an hour, then returns 503 until the database is available',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'kitroom-cut-off-'));
        const database = await createCatalogueDatabase();
        const direct = new URL(database.url);
        const proxy = await startTcpProxy(Number(direct.port));
        const proxied = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` });
        const clock = createWrongClock(join(folder, 'clock'), { isMonotonic: true });
        const service = await startTestService('catalogue', {
          DATABASE_URL: proxied.href,
          WORKER: 'false',
          ...clock.env,
        });
        const request = async (path: string) => {
          const { status, headers } = await fetch(`${service.url}${path}`);
          return [status, headers.get('X-Cache')];
        };
        const expectResponses = (kits: unknown[], ready: unknown[]) =>
          eventually(async () => {
            expect([await request('/api/kits'), await request('/api/ready')]).toEqual([kits, ready]);
          });
        try {
          await expectResponses([200, 'MISS'], [200, null]);
          await proxy.cut();
          await expectResponses([200, 'STALE'], [200, null]);
          clock.set(HOUR_SECONDS - 60);
          await expectResponses([200, 'STALE'], [200, null]);
          clock.set(HOUR_SECONDS + 1);
          await expectResponses([503, null], [503, null]);
          await proxy.reopen();
          await expectResponses([200, 'HIT'], [200, null]);
        } finally {
          await service.kill('SIGKILL');
          await proxy.close().catch(() => undefined);
          await database.drop();
          rmSync(folder, { recursive: true });
        }
      },
      2 * MINUTE,
    );
  },
);

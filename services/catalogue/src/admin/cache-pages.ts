import { EVERYTHING } from '@kitroom/server/cache/cache';
import { buttonForm } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT } from '@kitroom/server/pages/resource';
import { definitionList } from '@kitroom/server/pages/table';
import { notifyChanges } from '../changes/change-queries.ts';
import type { Context } from '../context.ts';
import { insertAuditEntry } from './audit-log.ts';
import type { Operator } from './operator-session.ts';

const PATH = `${ADMIN_ROOT}/cache`;

export function cacheRoutes(context: Context): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/cache',
      async handle({ csrf }) {
        return {
          title: 'Cache',
          body: html`${definitionList([['Where', await describePlace(context)], ...(await describeReads(context))])}
            <p>
              A change of a record invalidates the cached responses that show it. Empty the cache after a
              change that the service cannot know of.
            </p>
            ${buttonForm({ action: `${PATH}/empty`, csrf, label: 'Empty the cache' })}`,
        };
      },
    },
    {
      method: 'POST',
      path: '/cache/empty',
      async handle({ visitor }) {
        await emptyCache(context, visitor);
        return { to: PATH, flash: { kind: 'done', text: 'The cache is empty.' } };
      },
    },
  ];
}

async function emptyCache({ db, cache, index }: Context, { name }: Operator): Promise<void> {
  await insertAuditEntry(db, { operator: name, action: 'empty', subject: 'cache' });
  index.rebuild();
  await cache.invalidateAll();
  // Without Redis, each process caches responses itself and must be notified.
  await notifyChanges(db, EVERYTHING);
}

async function describePlace({ redis }: Context): Promise<string> {
  if (!redis) return 'In the memory of each process: there is no Redis.';
  return (await redis.isReachable())
    ? 'In Redis, shared by all processes. It is connected.'
    : 'Redis is unavailable: each process uses its own memory until it is back.';
}

async function describeReads({ metrics }: Context): Promise<Array<[string, string]>> {
  const { values } = await metrics.cacheReads.get();
  const reads = (result: string) => values.find(({ labels }) => labels.result === result)?.value ?? 0;
  const [hits, misses] = [reads('HIT'), reads('MISS')];
  const share = hits + misses === 0 ? '' : ` (${Math.round((100 * hits) / (hits + misses))} %)`;
  return [
    ['Found', `${hits.toLocaleString('en')}${share}, by this process since its start`],
    ['Not found', misses.toLocaleString('en')],
  ];
}

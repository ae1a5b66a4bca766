import { EVERYTHING, type Cache } from '@kitroom/server/cache/cache';
import { openListener, type Listener } from '@kitroom/server/database/listener';
import type { ApiKeys } from './api-keys/identify-key.ts';
import { CHANGES_CHANNEL } from './changes/change-queries.ts';
import type { Config } from './config.ts';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { SearchIndex } from './search-index/open-index.ts';
import { databaseOptions } from './catalogue-database.ts';

/**
 * Keeps the search index and cached responses in step with the database, whoever changed it. After a lost connection the
 * whole cache is invalidated, because changes may have been missed.
 */
export function followChanges(
  context: { cache: Cache; config: Config; index: SearchIndex; log: Logger },
  keys: ApiKeys,
): Listener {
  const { cache, config, index, log } = context;

  /** The index follows first, so that no response computed from an older one is cached as current. */
  async function apply(invalidate: () => Promise<void>): Promise<void> {
    await index
      .follow()
      .catch((error: unknown) => log.debug({ err: error }, 'could not follow a change; trying again'));
    await invalidate().catch((error: unknown) =>
      log.error({ err: error }, 'the cache could not be invalidated'),
    );
  }

  let caughtUp: Promise<void> | undefined;
  const listener = openListener(
    { ...databaseOptions(config), channel: CHANGES_CHANNEL, log },
    {
      onNotification(table) {
        if (table === 'api_keys') {
          keys.forget();
          return;
        }
        if (table === EVERYTHING) index.rebuild();
        void apply(() => cache.invalidate([table]));
      },
      onConnected() {
        keys.forget();
        caughtUp = apply(() => cache.invalidateAll());
      },
      onLost: () => index.markStale(),
    },
  );
  return { ...listener, ready: listener.ready.then(() => caughtUp) };
}

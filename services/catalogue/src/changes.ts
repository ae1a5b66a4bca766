import { openListener, type Listener } from '@kitroom/server/database/listener';
import type { ApiKeys } from './api-keys/identify-key.ts';
import { CHANGES_CHANNEL } from './change-queries.ts';
import type { Context } from './context.ts';
import { databaseOptions } from './database-options.ts';

/**
 * Invalidates cached responses when the database announces a change, whoever made it. After a lost connection the whole
 * cache is invalidated, because changes may have been missed.
 */
export function followChanges(context: Context, keys: ApiKeys): Listener {
  const { cache, config, log } = context;
  const failed = (error: unknown) => log.error({ err: error }, 'the cache could not be invalidated');
  return openListener(
    { ...databaseOptions(config), channel: CHANGES_CHANNEL, log },
    {
      onNotification(table) {
        if (table === 'api_keys') keys.forget();
        else cache.invalidate([table]).catch(failed);
      },
      onConnected() {
        keys.forget();
        cache.invalidateAll().catch(failed);
      },
    },
  );
}

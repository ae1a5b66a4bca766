import { sleep, type CallOptions } from '@kitroom/client';
import type { CatalogueClient } from './client.ts';
import { CatalogueError } from './connection.ts';
import type { ScrapeProgress } from './schema-types.ts';

/** Options of `followScrape`. */
export interface FollowOptions extends CallOptions {
  /** Milliseconds between two polls. Default: 2,000. */
  pollMs?: number | undefined;
}

/**
 * Requests a collector's collection and yields the progress of its scrape. The last value is `ready`; it is
 * yielded immediately if the collection is cached. `client.userCollections.get` then returns its pages.
 *
 * Throws a `CatalogueError`: `scrape_failed` if the archive could not be read, otherwise the error of the
 * failed call, such as status 429 with `retryAfterMs` if this client has too many active scrapes.
 *
 * @example
 * for await (const { entries } of followScrape(catalogue, { userid: 57 })) console.log(entries);
 */
export async function* followScrape(
  client: CatalogueClient,
  args: { userid: number; force?: boolean },
  { pollMs = 2000, ...options }: FollowOptions = {},
): AsyncGenerator<ScrapeProgress, void, undefined> {
  const { userid } = args;
  const started = await client.userCollections.scrape(args, options);
  if (started.status === 'cached') {
    yield toReady(started.data);
    return;
  }
  for (;;) {
    const progress = await client.userCollections.progress({ userid }, options);
    if (progress.status === 'failed' || progress.status === 'not_found') {
      const detail = progress.error ?? 'the scrape is gone';
      throw new CatalogueError('scrape_failed', `the collection of ${userid} was not read: ${detail}`, {
        detail,
      });
    }
    yield progress;
    if (progress.status === 'ready') return;
    await pause(pollMs, options.signal);
  }
}

/** The progress of a collection that is already cached. */
function toReady(data: { pages_scraped: number; total_entries: number }): ScrapeProgress {
  return {
    status: 'ready',
    task_id: null,
    pages_scraped: data.pages_scraped,
    entries: data.total_entries,
    started_at: null,
    finished_at: null,
    error: null,
  };
}

async function pause(ms: number, signal = new AbortController().signal): Promise<void> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    throw new CatalogueError('aborted', 'aborted', { cause: error });
  }
}

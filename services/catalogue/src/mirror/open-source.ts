import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod';
import { CatalogueError, createCatalogueClient, type changePage } from '@kitroom/catalogue-client';
import { readLines } from '../interchange/read-lines.ts';
import { downloadSnapshot, removeSnapshot, type BulkFile } from './download-snapshot.ts';

export type ChangePage = z.output<typeof changePage>;

/** The catalogue that is mirrored. */
export type Source = ReturnType<typeof openSource>;

/**
 * The timeout of a request including retries. A response may have a thousand records with embedded pictures.
 */
const TIMEOUT_MS = 60_000;
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;

export interface SourceOptions {
  apiKey?: string | undefined;
  /** The number of changes per page. Default: the maximum. */
  pageSize?: number;
  signal: AbortSignal;
  /** The path that snapshots are downloaded to. An interrupted download is continued. */
  path: string;
}

/** Opens a source without sending a request. Throws a TypeError for an invalid address. */
export function openSource(address: string, { apiKey, pageSize, signal, path }: SourceOptions) {
  const client = createCatalogueClient({
    baseUrl: address,
    apiKey,
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: RESPONSE_BYTES_MAX,
  });
  const url = new URL(address).href.replace(/(?<!\/)\/+$/, '');

  /** Yields the lines of the downloaded file. */
  async function* readSnapshot(): AsyncGenerator<string> {
    // The callback is empty because reading the last stream throws the errors of all streams.
    const text = pipeline(createReadStream(path), createGunzip(), () => undefined);
    for await (const line of readLines(text)) {
      if ('error' in line) throw line.error;
      yield line.text;
    }
  }

  return {
    /** The normalized address, which identifies the source. */
    url,
    /**
     * Downloads a file. Throws if it has another origin than the source, is longer than stated, or does not
     * match its hash.
     */
    async downloadSnapshot(file: BulkFile): Promise<void> {
      if (new URL(file.url).origin !== new URL(url).origin) {
        throw new Error(`${file.url} has another origin than ${url}; use the public address of the source`);
      }
      await downloadSnapshot(file, path, { headers: apiKey ? { 'X-API-Key': apiKey } : {}, signal });
    },
    readSnapshot,
    /** Removes the downloaded file; call it after its lines are staged. */
    removeSnapshot: () => removeSnapshot(path),
    /**
     * Returns the next page of changes; undefined if the mirror must start over from a snapshot. Throws if
     * the page is empty although there are more changes.
     */
    async readChanges(after: number): Promise<ChangePage | undefined> {
      try {
        const page = await client.changes.list({ after, limit: pageSize }, { signal });
        if (page.has_more && (page.next === after || page.items.length === 0)) {
          throw new Error(`${url} has more changes after ${after} but does not send them`);
        }
        // A lower number means that the source's database was restored to an earlier state.
        return page.next < after ? undefined : page;
      } catch (error) {
        if (error instanceof CatalogueError && error.status === 410) return undefined;
        throw error;
      }
    },
    /** Finds the newest file with all records. Throws if no file exists yet. */
    async findSnapshot(): Promise<BulkFile> {
      const files = await client.bulkData.list({ signal });
      const all = files.find(({ type }) => type === 'all');
      if (!all) throw new Error(`${url} has no bulk data yet`);
      return all;
    },
  };
}

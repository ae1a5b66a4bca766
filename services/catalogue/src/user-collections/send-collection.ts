import { Readable } from 'node:stream';
import { entityTag } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import { Reply } from '@kitroom/server/http/endpoint';
import { listEntryBatches, type CollectionRow } from './collection-queries.ts';
import { toCachedCollection } from './user-collection-view.ts';

/** Streams a complete collection while its entries are read, because it may have hundreds of megabytes. */
export function sendCollection(db: Database, collection: CollectionRow): Reply {
  return new Reply(Readable.from(writeJson(db, collection), { objectMode: false }), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ETag: entityTag(`${collection.userid} ${collection.version}`),
    },
  });
}

const NO_ENTRIES = '"entries":[';

async function* writeJson(db: Database, collection: CollectionRow): AsyncGenerator<string> {
  const json = JSON.stringify(toCachedCollection(collection));
  const place = json.indexOf(NO_ENTRIES) + NO_ENTRIES.length;
  let prefix = json.slice(0, place);
  for await (const batch of listEntryBatches(db, collection)) {
    yield `${prefix}${batch.join(',')}`;
    prefix = ',';
  }
  yield collection.total === 0 ? json : json.slice(place);
}

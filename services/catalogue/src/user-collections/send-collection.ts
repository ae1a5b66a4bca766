import { Readable } from 'node:stream';
import { entityTag } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import { Reply } from '@kitroom/server/http/endpoint';
import { listEntryBatches, type CollectionRow } from './collection-queries.ts';
import { toCachedCollection } from './user-collection-view.ts';

/** A complete collection, which is sent while its entries are read: it may have hundreds of megabytes. */
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
  let before = json.slice(0, place);
  for await (const batch of listEntryBatches(db, collection)) {
    yield `${before}${batch.join(',')}`;
    before = ',';
  }
  yield collection.total === 0 ? json : json.slice(place);
}

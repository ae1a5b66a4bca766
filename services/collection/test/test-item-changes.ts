import { expect } from '@jest/globals';
import type { ItemChange, ItemDetail } from '@kitroom/collection-client';
import { collectionJobs } from '../src/jobs.ts';
import { withContext } from './test-accounts.ts';
import { JOB_RUN, type ApiResponse } from './test-collection.ts';

/** Sends a GET request as a user. */
type Get = (path: string) => Promise<ApiResponse>;

/** A client's copy of a user's items. */
export interface ItemCopy {
  records: Map<number, ItemDetail>;
  /** The value of `next` in the last page. */
  next: string;
  /** Reads one page; returns its changes, and whether there are more. */
  readPage(): Promise<{ items: ItemChange[]; has_more: boolean }>;
  /** Reads all changes; returns them. */
  follow(): Promise<ItemChange[]>;
  /** Expects the copy to equal the service's items. */
  compare(): Promise<void>;
}

/** A client that follows the changes of a user's items from the start. */
export function createItemCopy(get: Get, limit = 100): ItemCopy {
  const copy: ItemCopy = {
    records: new Map(),
    next: '0',
    readPage: async () => {
      const { status, body } = await get(`/api/items/changes/?after=${copy.next}&limit=${limit}`);
      expect(status).toBe(200);
      for (const { op, id, record } of body.items as ItemChange[]) {
        if (op === 'delete') copy.records.delete(id);
        else if (record) copy.records.set(id, record);
      }
      copy.next = body.next;
      return body;
    },
    follow: async () => {
      const changes: ItemChange[] = [];
      for (let hasMore = true; hasMore;) {
        const page = await copy.readPage();
        changes.push(...page.items);
        hasMore = page.has_more;
      }
      return changes;
    },
    compare: async () => {
      const items = await readItems(get);
      const copied = [...copy.records.values()]
        .map(withoutDerived)
        .toSorted((left, right) => left.id - right.id);
      expect(copied).toEqual(items.map(withoutDerived));
    },
  };
  return copy;
}

/** All items of a user with their photos, by id. */
export async function readItems(get: Get): Promise<ItemDetail[]> {
  const ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body, headers } = await get(`/api/items/?page=${page}&page_size=100`);
    ids.push(...body.map(({ id }: { id: number }) => id));
    pages = Math.ceil(Number(headers.get('X-Total-Count')) / 100);
  }
  const items: ItemDetail[] = [];
  for (const id of ids.toSorted((left, right) => left - right))
    items.push((await get(`/api/items/${id}/`)).body);
  return items;
}

/** Removes labels and renditions, which may be outdated in a copy. */
function withoutDerived({ labels: _labels, photos, ...item }: ItemDetail) {
  const renditions = { image_avif: null, image_card: null, thumbnail: null };
  return { ...item, photos: photos.map((photo) => ({ ...photo, ...renditions })) };
}

/** Runs maintenance once. */
export function maintain(database: { url: string }): Promise<void> {
  return withContext({ DATABASE_URL: database.url }, async (context) => {
    await collectionJobs(context).maintenance.run(JOB_RUN);
  });
}

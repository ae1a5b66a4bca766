import { expect } from '@jest/globals';
import type { ItemChange, ItemDetail } from '@kitroom/collection-client';
import { collectionJobs } from '../src/jobs.ts';
import { withContext } from './test-accounts.ts';
import { JOB_RUN, type ApiResponse } from './test-collection.ts';

/** A user's requests. */
type Get = (path: string) => Promise<ApiResponse>;

/** A client's copy of a user's items. */
export interface ItemCopy {
  records: Map<number, ItemDetail>;
  /** The last `next`. */
  next: string;
  /** Reads one page; returns its changes, and whether there are more. */
  readPage(): Promise<{ items: ItemChange[]; has_more: boolean }>;
  /** Reads all changes; returns them. */
  follow(): Promise<ItemChange[]>;
  /** Expects the same items as the service has. */
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
      const own = [...copy.records.values()].map(withoutDerived).toSorted((one, other) => one.id - other.id);
      expect(own).toEqual(items.map(withoutDerived));
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
  for (const id of ids.toSorted((one, other) => one - other))
    items.push((await get(`/api/items/${id}/`)).body);
  return items;
}

/** Labels and renditions of a copy may be old. */
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

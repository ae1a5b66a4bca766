import { expect } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import type { IsMeant } from './statement-wire.ts';
import type { TestCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { toForm, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { json, withToken } from './test-users.ts';

/** A request that takes an `Idempotency-Key`. */
export interface KeyedAction {
  path: string;
  init: RequestInit;
  /** A different request to the same path. */
  differentInit: RequestInit;
}

/** Creates an action and the records that it needs. */
export type MakeAction = (collection: TestCollection, user: Photographer) => Promise<KeyedAction>;

function sending(path: string, body: object, differentBody: object): KeyedAction {
  return { path, init: json('POST', body), differentInit: json('POST', differentBody) };
}

/** All requests that accept a key, by name. */
export const KEYED_ACTIONS: ReadonlyArray<[name: string, make: MakeAction]> = [
  [
    'POST /api/items/',
    async () =>
      sending('/api/items/', { item_type: 'jersey', name: 'Home' }, { item_type: 'jersey', name: 'Away' }),
  ],
  [
    'POST /api/items/{id}/clone/',
    async (collection, user) => {
      const id = await addItem(collection, user);
      return sending(`/api/items/${id}/clone/`, { name: 'Copy' }, {});
    },
  ],
  [
    'POST /api/items/batch/',
    async (collection, user) => {
      const ids = [await addItem(collection, user), await addItem(collection, user)];
      return sending('/api/items/batch/', { ids, delete: true }, { ids, add_tags: ['sold'] });
    },
  ],
  [
    'POST /api/photos/',
    async (collection, user) => {
      const fields = { content_type: 1, object_id: await addItem(collection, user), caption: 'front' };
      const picture = await png();
      const form = (values: typeof fields) => ({ method: 'POST', body: toForm(values, picture) });
      return {
        path: '/api/photos/',
        init: form(fields),
        differentInit: form({ ...fields, caption: 'back' }),
      };
    },
  ],
];

/** Sends a request with a key and a user's token. */
export function sendKeyed(
  collection: Pick<TestCollection, 'request'>,
  { token }: Pick<Photographer, 'token'>,
  { path, init, key }: { path: string; init: RequestInit; key: string },
) {
  const headers = new Headers({ ...withToken(token), 'Idempotency-Key': key });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  return collection.request(path, { ...init, headers });
}

/** All items and photos of a user, and the keys of their stored responses. */
export async function readState({ db }: TestCollection, { id }: { id: number }) {
  const read = (sql: string) => query<Record<string, unknown>>(db, sql, [id]);
  return {
    items: await read('select *, xmin::text as version from items where user_id = ? order by id'),
    photos: await read('select id, item_id, sort_order, image_key from photos where user_id = ? order by id'),
    keys: await read('select key from idempotency_keys where user_id = ? order by key'),
  };
}

/** The numbers of a user's items, photos and stored responses. */
export async function countStored(collection: TestCollection, user: { id: number }) {
  const { items, photos, keys } = await readState(collection, user);
  return { items: items.length, photos: photos.length, keys: keys.length };
}

/** No action executes more statements. */
const STATEMENTS_MAX = 60;

/**
 * Sends a request, and causes a failure at the statement for which `isMeant` is true; returns whether it did.
 */
type SendBroken = (action: KeyedAction & { key: string }, isMeant: IsMeant) => Promise<boolean>;

/**
 * Causes a failure at each statement of an action in turn, each time with a new action. Expects that it
 * stores everything or nothing, and that a repetition completes it. Returns what a failure at the commit
 * stored.
 */
export async function breakEachStatement(
  collection: TestCollection,
  user: Photographer,
  make: MakeAction,
  send: SendBroken,
): Promise<'everything' | 'nothing' | 'not broken'> {
  async function breakOne(key: string, isMeant: IsMeant) {
    const action = { ...(await make(collection, user)), key };
    const before = await countStored(collection, user);
    const isBroken = await send(action, isMeant);
    const after = await countStored(collection, user);
    const isWritten = after.keys !== before.keys;
    expect(after.items !== before.items || after.photos !== before.photos).toBe(isWritten);
    await eventually(async () => {
      const repeated = await sendKeyed(collection, user, action);
      // The lock of a broken transaction lasts until the database detects the broken connection.
      expect(repeated.status).toBeLessThan(300);
      expect(repeated.headers.has('Idempotent-Replayed')).toBe(isWritten);
    });
    const done = await countStored(collection, user);
    expect(done.keys).toBe(before.keys + 1);
    expect({ ...done, keys: 0 }).not.toEqual({ ...before, keys: 0 });
    expect(isWritten ? done : after).toEqual(isWritten ? after : before);
    if (!isBroken) return 'not broken';
    return isWritten ? 'everything' : 'nothing';
  }

  const atCommit = await breakOne('commit', (statement) => statement.includes('COMMIT'));
  for (let number = 0; number < STATEMENTS_MAX; number += 1) {
    let count = 0;
    const stored = await breakOne(String(number), () => (count += 1) > number);
    if (stored === 'not broken') return atCommit;
  }
  throw new Error('no request was left unbroken');
}

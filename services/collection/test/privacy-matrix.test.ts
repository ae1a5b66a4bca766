import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { query } from '@kitroom/server/database/database';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { ACCESS, CREDENTIALS, type Access } from './privacy-rules.ts';
import { toStatus } from './privacy-statuses.ts';
import { letMinutesPass, newName } from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { addCodeUser } from './test-codes.ts';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addImport } from './test-imports.ts';
import { addBrand, addItem, addKit, addPhoto } from './test-items.ts';
import { addShare } from './test-shares.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

/** A collector with one item of each kind, each with a photo. All their text contains a unique mark. */
interface Owner {
  id: number;
  username: string;
  token: string;
  profile: 'public' | 'private';
  items: Array<{ kind: Kind; id: number; photoId: number }>;
  exportId: number;
  importId: number;
  shareId: number;
  /** The token of a link to the collection. */
  shareToken: string;
}

type Kind = 'public' | 'private' | 'draft';
type Viewer = 'nobody' | 'stranger' | 'public' | 'private';

const KINDS = ['public', 'private', 'draft'] as const;
const VIEWERS = ['nobody', 'stranger', 'public', 'private'] as const;
const BRAND = 1;
/** Each item's kit, whose picture's URL contains the item's mark. */
const KITS = (['public', 'private'] as const).flatMap((profile) =>
  KINDS.map((kind) => `mark-${profile}-${kind}`),
);
/** The prices of the owners' items, which occur nowhere else. */
const PRICES = { public: '7111111.11', private: '7222222.22' };

const collection = useCollection({ DEBUG: 'true', WORKER: 'false' });
let stranger: UserRow;
let tokens: Record<Viewer, string | undefined>;

beforeAll(async () => {
  await addBrand(collection, BRAND, 'adidas');
  for (const [index, mark] of KITS.entries()) {
    await addKit(collection, index + 1, { main_img_url: `https://kits.example/${mark}.jpg` });
  }
  stranger = await addUser(collection, 'stranger');
});

/** Replaces the owners with new ones. */
async function addOwners(): Promise<Owner[]> {
  await collection.db.raw("delete from users where username <> 'stranger'");
  const owners = [await addOwner('public'), await addOwner('private')];
  const [open, closed] = owners.map(({ token }) => token);
  tokens = {
    nobody: undefined,
    stranger: await tokenOf(collection, stranger),
    public: open,
    private: closed,
  };
  return owners;
}

async function addOwner(profile: Owner['profile']): Promise<Owner> {
  const isPrivate = profile === 'private';
  const user = await addUser(collection, `mark-${profile}-profile`, { isPrivate });
  const items: Owner['items'] = [];
  for (const kind of KINDS) {
    const mark = `mark-${profile}-${kind}`;
    const options = { is_private: kind === 'private', is_draft: kind === 'draft' };
    const item = { ...options, ...privateFields(profile), name: mark, brand_id: BRAND };
    const references = { kit_id: KITS.indexOf(mark) + 1, club_text: mark, tags: [mark] };
    const id = await addItem(collection, user, { ...item, ...references });
    const photo = { caption: mark, image_key: `originals/${mark}.jpg`, avif_key: `avif/${mark}.avif` };
    items.push({ kind, id, photoId: await addPhoto(collection, user, id, photo) });
  }
  const [{ id: exportId }] = await collection
    .db('exports')
    .insert({ user_id: user.id, status: 'done', file_key: `exports/mark-${profile}-secret.zip`, bytes: 1 })
    .returning('id');
  const importId = await addImport(collection, user, `mark-${profile}-private`);
  const token = await tokenOf(collection, user);
  const share = await addShare(
    collection,
    { token },
    { scope: 'collection', title: `mark-${profile}-shared` },
  );
  const { id, username } = user;
  const [shareId, shareToken] = [share.id, share.token];
  return { id, username, token, profile, items, exportId, importId, shareId, shareToken };
}

/** The fields that only the owner of an item sees. */
function privateFields(profile: Owner['profile']) {
  const mark = `mark-${profile}-secret`;
  const money = { amount: PRICES[profile], currency: 'EUR' };
  return {
    notes: mark,
    location: mark,
    acquired_on: '2001-02-03',
    acquired_from: mark,
    price: money,
    estimated_value: money,
  };
}

/**
 * Whether a viewer may see the record with a mark. With a link, everyone sees public items, even those of
 * private profiles.
 */
function maySee(viewer: Viewer, profile: string, kind: string, isShared: boolean): boolean {
  if (isShared) return kind === 'public' || kind === 'profile' || kind === 'shared';
  if (viewer === profile) return true;
  return viewer !== 'nobody' && profile === 'public' && (kind === 'public' || kind === 'profile');
}

function findLeaks(viewer: Viewer, { body, headers }: ApiResponse, isShared = false): string[] {
  const text = JSON.stringify(body) + JSON.stringify([...headers]);
  const marks = [...text.matchAll(/mark-(public|private)-(public|private|draft|profile|secret|shared)/g)];
  const hidden = marks.filter(([, profile = '', kind = '']) => !maySee(viewer, profile, kind, isShared));
  const prices = Object.entries(PRICES).filter(
    ([profile, price]) => (isShared || viewer !== profile) && text.includes(price),
  );
  return [...hidden.map(([mark]) => mark), ...prices.map(([, price]) => price)];
}

const TABLES = ['items', 'photos', 'users', 'imports', 'shares'];
const ROWS = TABLES.map((table) => `(select json_agg(t order by id) from ${table} t) as ${table}`).join();

/** All rows that a request could change. */
async function readAll(): Promise<unknown> {
  return query(collection.db, `select ${ROWS}`);
}

/** Kinds of endpoints that are requested for each item. */
const OF_ITEMS: ReadonlySet<Access> = new Set(['item', 'own-item', 'shared-item', 'photo']);

/** The paths with which a viewer tries to access the owners' records. */
function listPaths(path: string, access: Access, owners: Owner[]): Array<{ path: string; of: Target }> {
  return owners.flatMap((owner) => {
    const fill = (id: number) =>
      path
        .replace('{username}', owner.username)
        .replace('{user_id}', String(owner.id))
        .replace('{token}', owner.shareToken)
        .replace('{id}', String(id))
        .replaceAll(/\{\w+\}/g, '1');
    const ofOwner = { profile: owner.profile };
    if (OF_ITEMS.has(access)) {
      return owner.items.map(({ kind, id, photoId }) => ({
        path: fill(access === 'photo' ? photoId : id),
        of: { ...ofOwner, kind },
      }));
    }
    const ownId = { export: owner.exportId, import: owner.importId, share: owner.shareId }[access as string];
    return [{ path: fill(ownId ?? 0), of: ofOwner }];
  });
}

interface Target {
  profile: Owner['profile'];
  kind?: Kind;
}

describe('the privacy rules', () => {
  it('cover every endpoint', () => {
    expect(Object.keys(ACCESS).toSorted()).toEqual(COLLECTION_CONTRACTS.map(({ id }) => id).toSorted());
  });
});

const requests = COLLECTION_CONTRACTS.flatMap(({ id, method, path }) =>
  VIEWERS.map((viewer) => ({ id, method, path, viewer })),
);

describe('the access matrix of all endpoints', () => {
  /** The owners of the previous request, unless it may have changed or deleted their records. */
  let owners: Owner[] | undefined;

  describe('a request', () => {
    it.each(requests)(
      'has the expected status, leaks nothing, and changes nothing on errors: $method $path by viewer "$viewer"',
      async ({ id, method, path, viewer }) => {
        const access = ACCESS[id];
        if (access === undefined) throw new Error(`${id} has no place in the matrix`);
        const current = owners ?? (await addOwners());
        owners = undefined;
        let hasChanged = false;
        let before = await readAll();
        for (const { of, path: real } of listPaths(path, access, current)) {
          const response = await collection.request(real, {
            method,
            headers: { ...withToken(tokens[viewer]), 'Content-Type': 'application/json' },
            ...(method === 'GET' ? {} : { body: '{}' }),
          });
          const status = toStatus(access, { method, viewer, ...of });
          expect({ real, of, status: response.status }).toEqual({
            real,
            of,
            status: status ?? response.status,
          });
          expect(findLeaks(viewer, response, path.includes('{token}'))).toEqual([]);
          const after = await readAll();
          const mayChange = response.status < 400 && method !== 'GET';
          expect(mayChange ? before : after).toEqual(before);
          hasChanged ||= mayChange;
          before = after;
        }
        if (!hasChanged) owners = current;
      },
    );
  });
});

describe('private fields of an item', () => {
  const NAMES = ['notes', 'location', 'acquired_on', 'acquired_from', 'price', 'estimated_value'];

  it('are missing in responses to other users, and present in responses to the owner', async () => {
    const [{ items, token }] = (await addOwners()) as [Owner];
    const read = async (by: string | undefined) =>
      (await collection.request(`/api/items/${items[0]?.id}/`, { headers: withToken(by) })).body;
    const fieldNames = Object.keys(await read(token));
    expect(fieldNames).toEqual(expect.arrayContaining(NAMES));
    const visibleFields = Object.keys(await read(tokens.stranger));
    expect(visibleFields.toSorted()).toEqual(fieldNames.filter((name) => !NAMES.includes(name)).toSorted());
  });

  it('are not matched by searches of other users', async () => {
    const [open] = (await addOwners()) as [Owner];
    for (const word of ['secret', '7111111', '2001-02-03']) {
      const path = `/api/collections/${open.id}/items/?search=${word}`;
      expect((await collection.request(path, { headers: withToken(tokens.stranger) })).body.count).toBe(0);
    }
  });
});

describe('credentials of endpoints', () => {
  const NEEDS_SESSION = { detail: 'This needs a session, not a token.' };
  const PLEASE_CONFIRM = { detail: 'Please confirm that it is you.', confirmation_required: true };
  const FRESH = new Set(['fresh-session', 'fresh-session-with-code', 'token-or-fresh-session']);
  const TOKEN_SUFFICES = new Set(['none', 'token', 'token-alone', 'token-or-fresh-session']);

  const endpoints = COLLECTION_CONTRACTS.map(({ id, method, path }) => ({
    id,
    method,
    path: path.replaceAll(/\{\w+\}/g, id === 'endSession' ? '00000000-0000-4000-8000-000000000000' : '1'),
    needs: CREDENTIALS[id],
  }));

  let user: UserRow;
  let stale: TestBrowser;

  beforeAll(async () => {
    user = await addUser(collection, newName());
    stale = openBrowser(collection);
    await stale.signIn(user.username);
    await letMinutesPass(collection, user.id, 16);
  });

  it('are listed for every endpoint, as in its contract', () => {
    const names: Readonly<Record<string, string>> = { any: 'token', public: 'none', token: 'token-alone' };
    const stated = COLLECTION_CONTRACTS.map(({ id, access = 'any' }) => [id, names[access] ?? access]);
    expect(CREDENTIALS).toEqual(Object.fromEntries(stated));
  });

  const sufficing = endpoints.filter(({ needs }) => TOKEN_SUFFICES.has(needs ?? ''));
  const refusing = endpoints.filter((endpoint) => !sufficing.includes(endpoint));
  const requestByToken = async (method: string, path: string) => {
    const headers = { ...withToken(await tokenOf(collection, user)), 'Content-Type': 'application/json' };
    return collection.request(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
  };
  const requestLongAfter = (method: string, path: string) =>
    stale.send(method, path, method === 'GET' ? undefined : {});

  // Signing out needs no credentials, but ends sessions only.
  describe('a token', () => {
    it.each(sufficing.filter(({ id }) => id !== 'logout'))(
      'is sufficient for $method $path',
      async ({ method, path }) => {
        const { status, body } = await requestByToken(method, path);
        expect([status, body.detail]).not.toEqual([403, NEEDS_SESSION.detail]);
      },
    );

    it.each(refusing)('returns 403 for $method $path', async ({ method, path }) => {
      const before = await readAll();
      const { status, body } = await requestByToken(method, path);
      expect([status, body]).toEqual([403, NEEDS_SESSION]);
      expect(await readAll()).toEqual(before);
    });
  });

  describe('a session without a recent confirmation', () => {
    it.each(endpoints.filter(({ needs }) => needs === 'token' || needs === 'session'))(
      'is sufficient for $method $path',
      async ({ method, path }) => {
        const { status, body } = await requestLongAfter(method, path);
        expect([status === 401, body?.confirmation_required]).toEqual([false, undefined]);
      },
    );

    it.each(endpoints.filter(({ needs }) => FRESH.has(needs ?? '')))(
      'returns 403 for $method $path',
      async ({ method, path }) => {
        const { status, body } = await requestLongAfter(method, path);
        expect([status, body]).toEqual([403, PLEASE_CONFIRM]);
      },
    );
  });

  describe('a session confirmed without a code', () => {
    it.each(endpoints.filter(({ needs }) => FRESH.has(needs ?? '')))(
      'must be confirmed again only if required: $needs for $method $path',
      async ({ method, path, needs }) => {
        const { browser } = await addCodeUser(collection, newName());
        const { body } = await browser.send(method, path, {});
        expect(body?.confirmation_required === true).toBe(needs === 'fresh-session-with-code');
      },
    );
  });
});

describe('counts and lists', () => {
  it('include only items that the viewer may see', async () => {
    const [open, closed] = (await addOwners()) as [Owner, Owner];
    const read = async (path: string, viewer: Viewer) =>
      (await collection.request(path, { headers: withToken(tokens[viewer]) })).body;
    const address = `/api/collections/${open.id}/`;
    expect((await read(address, 'stranger')).statistics).toMatchObject({ total_items: 1, with_photos: 1 });
    expect((await read(address, 'stranger')).statistics).not.toHaveProperty('drafts');
    expect((await read(address, 'public')).statistics).toMatchObject({ total_items: 2, drafts: 1 });
    expect((await read(`/api/collections/${closed.id}/`, 'private')).statistics).toMatchObject({
      total_items: 2,
      drafts: 1,
    });
    for (const [path, viewer, total] of [
      [`${address}facets/`, 'stranger', 1],
      [`/api/collections/@${open.username}/facets/`, 'private', 1],
      [`/api/shared/${closed.shareToken}/facets/`, 'nobody', 1],
      [`${address}facets/`, 'public', 2],
    ] as const) {
      const { facets, total: counted } = await read(path, viewer);
      expect([path, counted, facets.tag.length]).toEqual([path, total, total]);
    }
    expect((await read('/api/collections/me/kits/', 'public')).kits).toHaveLength(2);
    const list = await read('/api/collections/', 'stranger');
    expect(list).toMatchObject({ count: 1, results: [{ user_id: open.id, item_count: 1 }] });
    const options = await read('/archive/filters/?filter_type=brand', 'nobody');
    expect(options.results).toEqual([expect.objectContaining({ id: BRAND, count: 1 })]);
  });

  it.each([
    'is_private=true',
    'is_draft=true',
    'is_private=true&is_draft=true',
    'search=mark',
    'tag=mark',
    'search=secret',
    'search=7111111',
    // In capitals, to be distinguishable from the mark, because links repeat the query.
    'location=MARK-PUBLIC-SECRET',
    'has_photos=true',
  ])('contain no hidden items, whatever a stranger filters by: %s', async (filter) => {
    const [open] = (await addOwners()) as [Owner];
    const lists = [`/api/collections/${open.id}/items/`, '/api/items/', '/api/photos/'];
    for (const path of [...lists, `/api/collections/${open.id}/facets/`, '/api/collections/me/facets/']) {
      const response = await collection.request(`${path}?${filter}`, { headers: withToken(tokens.stranger) });
      expect(findLeaks('stranger', response)).toEqual([]);
      expect(response.body.total ?? response.body.count ?? response.body.length).toBeLessThanOrEqual(1);
    }
  });
});

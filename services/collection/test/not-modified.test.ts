import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { collectionDocument } from '../src/openapi.ts';
import { useCollection } from './test-collection.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
const { paths } = collectionDocument();

/** Paths of endpoints that need neither a session, parameters nor the catalogue. */
const OPEN = COLLECTION_CONTRACTS.filter(
  ({ method, params, query, access = 'public', path }) =>
    method === 'GET' &&
    !params &&
    access === 'public' &&
    !path.startsWith('/archive/') &&
    query?.safeParse({}).success !== false,
).map(({ path }) => path);
const isTagged = (path: string) => paths[path]?.get?.responses[304] !== undefined;
const PATHS = OPEN.filter(isTagged);
const UNTAGGED = OPEN.filter((path) => !isTagged(path));

let token: string;

beforeAll(async () => {
  token = await tokenOf(collection, await addUser(collection, 'ada'));
});

describe('a GET with an ETag', () => {
  // The test service compares each response with the OpenAPI document.
  it.each(PATHS)('returns 304 for a request with the current entity tag: %s', async (path) => {
    const headers = withToken(token);
    const first = await collection.request(path, { headers });
    expect(first.status).toBe(200);
    const known = { ...headers, 'If-None-Match': first.headers.get('ETag') ?? '' };
    const { status, body } = await collection.request(path, { headers: known });
    expect([status, body]).toEqual([304, '']);
  });

  it('is available at more than 15 endpoints', () => {
    expect(PATHS.length).toBeGreaterThan(15);
  });
});

describe('a GET without an ETag', () => {
  it.each(UNTAGGED)('does not return 304 for "If-None-Match: *": %s', async (path) => {
    // Without an explicit Cache-Control, fetch adds one that prevents a 304.
    const condition = { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' };
    const { status } = await collection.request(path, { headers: { ...withToken(token), ...condition } });
    expect(status).not.toBe(304);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectionClient } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { failing, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { issueToken, openBothServices, type BothServices } from './open-both-services.ts';

const MINUTE = 60_000;

let both: BothServices;
let broken: LocalServer;
let collection: TestService;

beforeAll(async () => {
  [both, broken] = await Promise.all([openBothServices(), openLocalServer(failing(500))]);
  collection = await startTestService('collection', { ...both.collectionEnv, CATALOGUE_URL: broken.baseUrl });
}, 2 * MINUTE);

afterAll(async () => {
  await collection?.kill();
  await broken?.close();
  await both?.close();
}, MINUTE);

/** Returns the request ids with which the catalogue received requests for brand 7. */
function listRequestIds(): Set<string> {
  const requests = broken.seen.filter(({ url }) => url === '/api/brands/7');
  return new Set(requests.map(({ headers }) => String(headers['x-request-id'])));
}

describe('a request and its job', () => {
  it(
    'send separate request ids to the catalogue, which their log lines contain',
    async () => {
      const token = await issueToken(both, collection);
      const client = createCollectionClient({ baseUrl: collection.url, token });
      const options = { headers: { 'X-Request-Id': 'names-a-brand' } };
      await client.items.create({ item_type: 'jersey', name: 'Of brand 7', brand: 7, size: 4 }, options);
      expect([...listRequestIds()][0]).toBe('names-a-brand');
      const linesOf = (id: string) => collection.logs().filter(({ requestId }) => requestId === id);
      await eventually(async () => {
        expect(linesOf('names-a-brand').map(({ msg }) => msg)).toContain(
          'catalogue request failed; the record will be completed later',
        );
      });
      for (const line of linesOf('names-a-brand')) expect(line).not.toHaveProperty('job');

      await eventually(async () => expect(listRequestIds().size).toBe(2), MINUTE);
      const [, run = ''] = listRequestIds();
      expect(run).toMatch(/^[0-9a-f-]{36}$/);
      await eventually(async () => {
        expect(linesOf(run).map(({ msg, job }) => [msg, job])).toContainEqual([
          'catalogue request failed; will retry',
          'references',
        ]);
      });
    },
    2 * MINUTE,
  );
});

describe('the collection service', () => {
  it('logs concurrent requests under their own request ids', async () => {
    const ids = Array.from({ length: 20 }, (_one, index) => `one-of-many-${index}`);
    await Promise.all(
      ids.map((id) =>
        fetch(`${collection.url}/api/sizes/?wanted=${id}`, { headers: { 'X-Request-Id': id } }),
      ),
    );
    await eventually(async () => {
      const lines = collection.logs().filter(({ requestId }) => ids.includes(String(requestId)));
      expect(lines).toHaveLength(ids.length);
      for (const { requestId, req } of lines)
        expect(JSON.stringify(req)).toContain(`wanted=${String(requestId)}"`);
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { waitForWaiting } from '@kitroom/testing/hold-rows';
import { holdItems } from './hold-locks.ts';
import { useCollection } from './test-collection.ts';
import { addBrand, addItem } from './test-items.ts';
import { addCollector, json } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });

describe('POST /api/items/batch/', () => {
  it('returns 503 after waiting ten seconds for another batch of the same user', async () => {
    const owner = await addCollector(collection);
    await addBrand(collection, 1, 'adidas');
    const add = () => addItem(collection, owner, { brand_id: 1 });
    const ids = [await add(), await add()];
    const [first, second] = ids.map(
      (id) => () =>
        collection.request(
          '/api/items/batch/',
          json('POST', { ids: [id], set: { notes: 'new' } }, owner.token),
        ),
    );
    const held = await holdItems(collection.database.url, ids);
    const running = first?.();
    await waitForWaiting(collection.database.url, 1);
    const started = performance.now();
    const refused = await second?.();
    expect(refused?.status).toBe(503);
    expect(refused?.headers.get('Retry-After')).toBe('5');
    expect(performance.now() - started).toBeGreaterThan(9500);
    await held.commit();
    expect((await running)?.status).toBe(200);
    expect((await second?.())?.status).toBe(200);
  });
});

import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { openKitPictures } from './kit-pictures.ts';

/** Pictures whose renderings end when the test says so. */
function openHeldPictures() {
  const started: string[] = [];
  const held = Promise.withResolvers<undefined>();
  const pictures = openKitPictures(async (svg, size) => {
    started.push(`${svg} ${size}`);
    await held.promise;
    if (svg === 'broken') throw new Error('broken');
    return Buffer.alloc(1024, svg);
  });
  const get = async (svg: string, client = 'a', size = 128) =>
    pictures.get({ key: svg, draw: () => svg, size }, client);
  return { started, get, release: () => held.resolve(undefined) };
}

const statusOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 200 : (outcome.reason as { status: number }).status;

describe('rendered kit pictures', () => {
  it('are rendered once for equal requests, both concurrent and later', async () => {
    const { started, get, release } = openHeldPictures();
    const requests = [get('one'), get('one', 'b'), get('one', 'a', 256)];
    release();
    await Promise.all(requests);
    await get('one', 'c');
    expect(started.toSorted()).toEqual(['one 128', 'one 256']);
  });

  it('are rendered on at most half of the CPU cores', async () => {
    const { started, get, release } = openHeldPictures();
    const requests = Array.from({ length: 20 }, (_, at) => get(`kit ${at}`));
    await new Promise(setImmediate);
    expect(started.length).toBeGreaterThan(0);
    expect(started.length).toBeLessThanOrEqual(Math.max(1, availableParallelism() / 2));
    release();
    await Promise.all(requests);
    expect(started).toHaveLength(20);
  });

  it('are rejected with 503 for a client with 100 waiting requests, and for all clients beyond 200', async () => {
    const { get, release } = openHeldPictures();
    let sent = 0;
    const send = (client: string, count: number) =>
      Array.from({ length: count }, () => get(`kit ${(sent += 1)}`, client));
    const first = send('a', 100);
    await new Promise(setImmediate);
    const outcomes = Promise.allSettled([
      ...first,
      ...send('a', 20),
      ...send('b', 90),
      ...send('c', 90),
      // A request for a picture that is already being rendered starts no further rendering.
      get('kit 1', 'd'),
    ]);
    release();
    const statuses = (await outcomes).map(statusOf);
    const rejectedOf = (from: number, to: number) =>
      statuses.slice(from, to).filter((status) => status === 503).length;
    const running = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), 3));
    expect(rejectedOf(0, 100)).toBe(0);
    expect(rejectedOf(100, 120)).toBe(20 - running);
    expect(rejectedOf(120, 210)).toBe(0);
    expect(rejectedOf(210, 300)).toBe(80);
    expect(statuses.at(-1)).toBe(200);
  });

  it('are rendered again after a failure', async () => {
    const { started, get, release } = openHeldPictures();
    release();
    await expect(get('broken')).rejects.toThrow('broken');
    await expect(get('broken')).rejects.toThrow('broken');
    expect(started).toEqual(['broken 128', 'broken 128']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { openCache, openMemoryEntries } from './cache.ts';

const LOOKUP = { key: 'request', seconds: 60, tags: ['kits'] };

/** A cache whose values are computed when the test resolves them. */
function openSlowCache() {
  const cache = openCache(openMemoryEntries(1024 * 1024), undefined, {
    followSoon: async () => {},
    state: () => 'current',
  });
  const computing: Array<(value: string) => void> = [];
  const read = async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { response } = await cache.read(LOOKUP, async () => {
      computing.push(resolve);
      return { value: await promise };
    });
    return response.body.toString();
  };
  const untilBegun = (count: number) => eventually(async () => expect(computing).toHaveLength(count));
  return { cache, computing, read, untilBegun };
}

describe('concurrent reads of a key', () => {
  it('compute the response once', async () => {
    const { computing, read, untilBegun } = openSlowCache();
    const reads = [read(), read(), read()];
    await untilBegun(1);
    computing[0]?.('one');
    expect(await Promise.all(reads)).toEqual(['"one"', '"one"', '"one"']);
    expect(computing).toHaveLength(1);
  });

  it('compute the response again after an invalidation, and do not store the older response', async () => {
    const { cache, computing, read, untilBegun } = openSlowCache();
    const early = read();
    await untilBegun(1);
    await cache.invalidate(['kits']);
    const late = read();
    await untilBegun(2);
    computing[0]?.('old');
    expect(await early).toBe('"old"');
    computing[1]?.('new');
    expect(await late).toBe('"new"');
    expect(await read()).toBe('"new"');
    expect(computing).toHaveLength(2);
  });
});

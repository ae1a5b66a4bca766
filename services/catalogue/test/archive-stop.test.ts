import { expect, it } from '@jest/globals';
import { startStandInArchive } from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { openArchive } from '../src/archive/fetch-archive.ts';
import type { Pace } from '../src/archive/pace.ts';

it('no request is sent to the archive if the process stops while its turn is granted', async () => {
  const stand = await startStandInArchive();
  const stop = new AbortController();
  const pace: Pace = {
    intervalMs: 0,
    take: (_asker, ask) => {
      stop.abort();
      return ask(() => undefined);
    },
    postpone: async () => undefined,
  };
  const archive = openArchive({ baseUrl: stand.url, userAgent: 'test', pace, count: () => undefined });
  await expect(archive.get('/', { client: 'a', collector: 1 }, stop.signal)).rejects.toThrow('aborted');
  expect(stand.requests()).toEqual([]);
  await stand.stop();
});

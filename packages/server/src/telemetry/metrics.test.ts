import { expect, it } from '@jest/globals';
import { createRecentRequests, RECENT_MINUTES } from './metrics.ts';

it('createRecentRequests counts requests of the last hour by minute, and drops older requests', () => {
  let now = 1_000 * 60_000;
  const recent = createRecentRequests(() => now);
  recent.count(200);
  recent.count(503);
  now += 59 * 60_000;
  recent.count(404);
  expect(recent.read()).toHaveLength(RECENT_MINUTES);
  expect(recent.read()[0]).toEqual({ requests: 2, errors: 1 });
  expect(recent.read().at(-1)).toEqual({ requests: 1, errors: 0 });
  now += 60_000;
  expect(recent.read()[0]).toEqual({ requests: 0, errors: 0 });
  expect(recent.read().at(-2)).toEqual({ requests: 1, errors: 0 });
});

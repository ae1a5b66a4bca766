import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { eventually } from '@kitroom/testing/eventually';
import { failing, json, openLocalServer } from '@kitroom/testing/local-server';
import { useStarter } from '@kitroom/testing/use-service';
import { useComponents } from './use-components.ts';

const components = useComponents();
const startServer = useStarter(openLocalServer, (server) => server.close());
const load = () => components.load<typeof import('../src/rate-limits.ts')>('rate-limits.ts');

describe('readLimit', () => {
  it.each([
    [429, '7', 7000],
    [403, '7', 7000],
    [429, undefined, undefined],
    [403, undefined, undefined],
    [400, '7', undefined],
    [503, '7', undefined],
  ])('reads status %i with Retry-After %s as %s milliseconds', async (status, retryAfter, expected) => {
    const { readLimit, RETRY_WHEN_ALLOWED } = await load();
    const error = await provoke(status, retryAfter);
    expect(readLimit(error)).toBe(expected);
    expect(RETRY_WHEN_ALLOWED.retry(1, error)).toBe(expected !== undefined);
  });

  it('returns undefined for an error that is not a response', async () => {
    expect(
      (await load()).readLimit(Object.assign(new Error(), { status: 429, retryAfterMs: 7 })),
    ).toBeUndefined();
  });
});

describe('RETRY_WHEN_ALLOWED', () => {
  it('waits as long as Retry-After says, plus at most two seconds', async () => {
    const { RETRY_WHEN_ALLOWED, limitStore } = await load();
    const now = Date.now();
    const pause = RETRY_WHEN_ALLOWED.retryDelay(0, await provoke(429, '100'));
    expect(pause).toBeGreaterThanOrEqual(100_000);
    expect(pause).toBeLessThanOrEqual(102_000);
    expect(limitStore.read()).toBeGreaterThanOrEqual(now + pause);
    // A shorter pause ends before that.
    const until = limitStore.read();
    RETRY_WHEN_ALLOWED.retryDelay(0, await provoke(429, '5'));
    expect(limitStore.read()).toBe(until);
  });
});

describe('LimitNotice', () => {
  it('shows until when reads wait after a 429, and ignores the 429 of a write', async () => {
    const { fetchWithinLimits, limitStore, formatTime } = await load();
    const { LimitNotice } =
      await components.load<typeof import('../src/layout/limit-notice.tsx')>('layout/limit-notice.tsx');
    const { baseUrl } = await startServer(failing(429, '300'), failing(429, '900'), json({}));
    const notice = await components.show(() => createElement(LimitNotice), { services: baseUrl });
    await eventually(async () => notice.find('[role=status]'));
    await fetchWithinLimits(baseUrl, { method: 'GET' });
    const until = limitStore.read();
    expect(until).toBeGreaterThan(Date.now() + 290_000);
    await eventually(async () =>
      expect(notice.element.textContent).toContain(`go on at ${formatTime(until)};`),
    );
    // Writes are not repeated by the client: who sends them announces the pause.
    await fetchWithinLimits(baseUrl, { method: 'POST' });
    await fetchWithinLimits(baseUrl, { method: 'GET' });
    expect(limitStore.read()).toBe(until);
  });
});

/** The error of the client for a response to a request that it does not repeat. */
async function provoke(status: number, retryAfter: string | undefined): Promise<Error> {
  const { baseUrl } = await startServer(failing(status, retryAfter));
  const { createServices } = await components.load<typeof import('../src/services.ts')>('services.ts');
  const { catalogue } = createServices({ catalogue: baseUrl, collection: baseUrl });
  return catalogue.suggest({ q: 'milan' }, { retries: 0 }).then(
    () => new Error('the request succeeds'),
    (error: Error) => error,
  );
}

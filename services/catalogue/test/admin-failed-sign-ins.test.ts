import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectSameWork } from '@kitroom/testing/same-work';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { addOperator, openAdminBrowser, PASSWORD, startWithAdmin } from './admin-browser.ts';
import { createCatalogueDatabase, type TestCatalogue } from './test-catalogue.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createCatalogueDatabase();
});

afterAll(() => database.drop());

/** A service behind a proxy whose count of failed sign-ins is its own. */
async function withOwn(test: (own: TestCatalogue) => Promise<void>): Promise<void> {
  const own = await startWithAdmin({ database, env: { TRUST_PROXY: '1' } });
  try {
    await addOperator(own, 'Olga');
    await addOperator(own, 'Otto');
    await test(own);
  } finally {
    await own.close();
  }
}

/** Opens the sign-in page from an address; answers what sends its form from there. */
async function openSignIn(own: TestCatalogue, address: string) {
  const headers = { 'X-Forwarded-For': address };
  const browser = openAdminBrowser(own);
  const page = await browser.request('/admin/sign-in', { headers });
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return (name: string, password: string) =>
    browser.request('/admin/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ csrf, name, password }),
      headers,
    });
}

describe('a sign-in', () => {
  it('takes the same work for known and unknown names', async () => {
    await withOwn(async (own) => {
      let addresses = 0;
      const attempt = async (name: string) => {
        const send = await openSignIn(own, `198.51.100.${(addresses += 1)}`);
        return send(name, 'wrong');
      };
      // Without the work on the password an answer takes a fraction of it.
      await expectSameWork(
        2,
        () => attempt('Olga'),
        (turn) => attempt(`Nobody ${turn}`),
      );
    });
  });
});

describe('a name of marks that Unicode puts in order', () => {
  it('is answered at once, however long it is', async () => {
    await withOwn(async (own) => {
      const send = await openSignIn(own, '198.51.100.9');
      const start = performance.now();
      const { status } = await send(`Olga${'\u0301\u0323'.repeat(80_000)}`, 'wrong');
      expect(status).toBe(400);
      expect(performance.now() - start).toBeLessThan(5000);
    });
  });
});

describe('failed sign-ins', () => {
  /** A service behind a proxy, and the status of a sign-in from an address. */
  async function withAttempts(
    test: (attempt: (address: string, name: string, password: string) => Promise<Response>) => Promise<void>,
  ) {
    await withOwn(async (own) => {
      await test(async (address, name, password) => {
        const send = await openSignIn(own, address);
        return send(name, password);
      });
    });
  }

  it('are five in five minutes of one name from one address, the right password then included', async () => {
    await withAttempts(async (attempt) => {
      // A right one in between begins the count anew.
      for (const password of ['wrong 1', 'wrong 2', PASSWORD]) await attempt('192.0.2.1', 'Olga', password);
      for (let wrong = 0; wrong < 5; wrong += 1) {
        expect((await attempt('192.0.2.1', wrong % 2 ? 'Olga' : 'oLGA', `wrong ${wrong}`)).status).toBe(400);
      }
      const refused = await attempt('192.0.2.1', 'Olga', PASSWORD);
      expect([refused.status, await refused.text()]).toEqual([
        429,
        expect.stringContaining('Too many failed sign-ins'),
      ]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await attempt('192.0.2.1', 'Otto', PASSWORD)).status).toBe(303);
      expect((await attempt('192.0.2.2', 'Olga', PASSWORD)).status).toBe(303);
    });
  });

  it('are fifty of one address, whatever the names', async () => {
    await withAttempts(async (attempt) => {
      for (let wrong = 0; wrong < 50; wrong += 1) {
        expect((await attempt('192.0.2.1', `Nobody ${wrong}`, 'wrong')).status).toBe(400);
      }
      expect((await attempt('192.0.2.1', 'Olga', PASSWORD)).status).toBe(429);
      expect((await attempt('192.0.2.2', 'Olga', PASSWORD)).status).toBe(303);
    });
  });

  it('from ten addresses do not lock the right operator out', async () => {
    await withAttempts(async (attempt) => {
      const addresses = Array.from({ length: 10 }, (_, index) => `198.51.100.${index + 1}`);
      const guesses = addresses.map(async (address) => {
        const statuses: number[] = [];
        for (let wrong = 0; wrong < 12; wrong += 1) {
          statuses.push((await attempt(address, wrong % 2 ? 'admin' : 'Olga', `wrong ${wrong}`)).status);
        }
        return statuses;
      });
      const tooMany = [...Array<number>(10).fill(400), 429, 429];
      expect(await Promise.all(guesses)).toEqual(addresses.map(() => tooMany));
      expect((await attempt('203.0.113.1', 'Olga', PASSWORD)).status).toBe(303);
      expect((await attempt('203.0.113.1', 'admin', PASSWORD)).status).toBe(303);
    });
  });
});

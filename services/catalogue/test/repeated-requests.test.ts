import { beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const LIMIT = 12;
const ORIGIN = 'https://app.example';

const catalogue = useCatalogue({
  env: { RATE_LIMIT_REQUESTS: String(LIMIT), CORS_ORIGINS: ORIGIN, TRUST_PROXY: '1' },
});

beforeAll(async () => {
  await catalogue.load(kitLines([{ club: 'One FC' }, { club: 'Two FC' }]));
});

/** Sends each request as a different client unless `client` is set. */
let clients = 0;
function request(path: string, client = `192.0.2.${(clients += 1)}`, headers: Record<string, string> = {}) {
  return catalogue.request(path, { headers: { Origin: ORIGIN, 'X-Forwarded-For': client, ...headers } });
}

describe('a repeated request', () => {
  it('receives the same headers and body from the cache, except for the request id', async () => {
    const [first, second] = [await request('/api/kits?page_size=7'), await request('/api/kits?page_size=7')];
    expect([first.headers.get('X-Cache'), second.headers.get('X-Cache')]).toEqual(['MISS', 'HIT']);
    expect([...second.headers.keys()]).toEqual([...first.headers.keys()]);
    expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
    expect(second.body).toEqual(first.body);
  });

  it('is rejected with 403 beyond the rate limit', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent <= LIMIT; sent += 1) {
      statuses.push((await request('/api/kits?page_size=8', '198.51.100.1')).status);
    }
    expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), 403]);
  });

  it('contains links to the host of each request', async () => {
    const hostOf = async (host: string) => {
      const { body } = await request('/api/kits?page_size=1', undefined, { 'X-Forwarded-Host': host });
      return new URL(body[0].main_img_url).host;
    };
    expect([await hostOf('a.example'), await hostOf('b.example')]).toEqual(['a.example', 'b.example']);
  });

  it('receives 404 after the club was deleted', async () => {
    const id = await idOf(catalogue.db, 'clubs', 'two-fc-kits');
    const path = `/api/clubs/${id}/kits`;
    expect((await request(path)).status).toBe(200);
    await catalogue.db.raw('delete from kits where club_id = ?', [id]);
    await catalogue.db.raw('delete from clubs where id = ?', [id]);
    await catalogue.followChanges();
    // Under another host nothing is cached.
    const response = await request(path, undefined, { 'X-Forwarded-Host': 'other.example' });
    expect([response.status, response.body]).toEqual([404, { detail: `Club with ID ${id} not found` }]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const PATHS = [
  '/api/kits',
  '/api/kits/facets',
  '/api/kits/search?keyword=malaga',
  '/api/clubs',
  '/api/clubs/1',
  '/api/clubs/1/kits',
  '/api/clubs/1/timeline',
  '/api/clubs/1/crest.svg',
  '/api/clubs/search?keyword=malaga',
  '/api/brands',
  '/api/competitions/search?keyword=cup',
  '/api/seasons?id=1',
  '/api/seasons/search?keyword=2024',
  '/api/countries',
  '/api/kit-types',
  '/api/suggest?q=malaga',
  '/api/random-clubs/',
];

const catalogue = useCatalogue({ isIndexHeld: true });

beforeAll(async () => {
  await catalogue.load(kitLines([{ club: 'Málaga CF' }]));
  await catalogue.db('clubs').update({ logo: 'https://example.org/logo.png' });
});

describe('while the catalogue is being read', () => {
  it.each(PATHS)('clients are told to ask again in a second: %s', async (path) => {
    const { status, headers, body } = await catalogue.ask(path);
    expect([status, headers.get('Retry-After'), headers.get('X-Cache')]).toEqual([503, '1', null]);
    expect(body).toEqual({ detail: 'The service is reading the catalogue. Please try again in a moment.' });
  });

  it('says so in its health report, and is not ready', async () => {
    expect((await catalogue.ask('/api/health')).body).toMatchObject({ status: 'healthy', index: 'building' });
    const ready = await catalogue.ask('/api/ready');
    expect([ready.status, ready.body]).toEqual([503, { status: 'starting' }]);
  });

  it('answers everything as soon as it is complete', async () => {
    const other = await startTestCatalogue({ database: { url: catalogue.databaseUrl }, isIndexHeld: true });
    try {
      expect((await other.ask('/api/kits')).status).toBe(503);
      await other.completeIndex();
      expect((await other.ask('/api/health')).body).not.toHaveProperty('index');
      expect((await other.ask('/api/ready')).body).toEqual({ status: 'ready' });
      for (const path of PATHS) expect([path, (await other.ask(path)).status]).toEqual([path, 200]);
    } finally {
      await other.close();
    }
  });
});

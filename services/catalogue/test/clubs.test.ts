import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;

beforeAll(async () => {
  catalogue = await startTestCatalogue();
  await catalogue.load([
    {
      kind: 'club',
      slug: 'malaga-cf-kits',
      name: 'Málaga CF',
      country: 'ES',
      logo: 'https://example.org/m.png',
    },
    { kind: 'club', slug: 'fc-bayern-munchen-kits', name: 'FC Bayern München', country: 'DE' },
  ]);
});

afterAll(() => catalogue.close());

describe('GET /api/clubs/search', () => {
  it('forgives a typing mistake', async () => {
    const { status, body } = await catalogue.ask('/api/clubs/search?keyword=bayren');
    expect(status).toBe(200);
    expect(body).toMatchObject([{ name: 'FC Bayern München', country: 'DE' }]);
  });

  it('finds an accented name without its accents', async () => {
    const { body } = await catalogue.ask('/api/clubs/search?keyword=malaga');
    expect(body).toMatchObject([
      { slug: 'malaga-cf-kits', logo: 'https://example.org/m.png', logo_dark: null },
    ]);
  });

  it('asks for a keyword', async () => {
    const { status, body } = await catalogue.ask('/api/clubs/search');
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'Invalid request parameters' });
  });
});

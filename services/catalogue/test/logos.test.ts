import { beforeAll, describe, expect, it } from '@jest/globals';
import { recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

/** The archive's placeholder for a missing logo. */
const PLACEHOLDER = 'https://archive.example/static/logos/not_found.png';

const catalogue = useCatalogue();

beforeAll(async () => {
  const placeholder = { logo: PLACEHOLDER, logo_dark: PLACEHOLDER };
  await catalogue.load([
    recordLine('brand', 'Bare', { id: 1 }),
    recordLine('brand', 'Placeheld', { id: 2, ...placeholder }),
    recordLine('competition', 'Bare cup', { id: 1, country: 'ES' }),
    recordLine('competition', 'Placeheld cup', { id: 2, ...placeholder }),
    recordLine('club', 'Bare FC', { id: 1, country: 'ES' }),
    recordLine('club', 'Placeheld FC', { id: 2, ...placeholder }),
    recordLine('club', 'Crested FC', { id: 3, logo: '/api/clubs/3/crest.svg' }),
    { kind: 'season', year: '2024-25' },
    ...['Bare', 'Placeheld'].map((name, index) => ({
      kind: 'kit',
      id: index + 1,
      slug: `${name}-kit`,
      name: `${name} FC 2024-25 Home`,
      club: recordLine('club', `${name} FC`)['slug'],
      season: '2024-25',
      brand: recordLine('brand', name)['slug'],
      type: 'Home',
      competitions: [recordLine('competition', `${name} cup`)['slug']],
      primary_color: 'Red',
    })),
  ]);
});

async function read(path: string) {
  const { status, body } = await catalogue.request(path);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/not_found\.png|"data:/);
  return body;
}

const crestOf = (id: number) => expect.stringMatching(crest(id));
const crest = (id: number) => new RegExp(`^${catalogue.url}/api/clubs/${id}/crest\\.svg(?:\\?v=\\w+)?$`);
const noLogo = () => `${catalogue.url}/api/no-logo.svg`;

describe.each([
  [1, 'Bare'],
  [2, 'Placeheld'],
])('record %i, which has no logo', (id, name) => {
  const bare = () => ({ id, logo: noLogo(), logo_dark: null });
  const bareClub = () => ({ id, logo: crestOf(id), logo_dark: null });

  it('has a default logo in lists and details', async () => {
    expect(await read(`/api/brands/${id}`)).toMatchObject(bare());
    expect(await read(`/api/brands/search?keyword=${name}`)).toMatchObject([bare()]);
    expect(await read('/api/brands')).toContainEqual(expect.objectContaining(bare()));
    expect(await read(`/api/competitions/${id}`)).toMatchObject(bare());
    expect(await read(`/api/competitions/search?keyword=${name}`)).toMatchObject([bare()]);
    expect(await read('/api/competitions')).toContainEqual(expect.objectContaining(bare()));
    expect(await read(`/api/clubs/search?keyword=${name}`)).toMatchObject([bareClub()]);
    const club = await read(`/api/clubs/${id}`);
    expect(club).toMatchObject({ ...bareClub(), logo: club.crest });
    expect(await read('/api/clubs')).toContainEqual(expect.objectContaining(bareClub()));
  });

  it('has the default logo in all kit responses', async () => {
    expect(await read(`/api/kits/${id}`)).toMatchObject({
      team: bareClub(),
      brand: bare(),
      competition: [bare()],
    });
    const team = { id, logo: crestOf(id) };
    expect(await read(`/api/kits?team=${id}&expand=true`)).toContainEqual(
      expect.objectContaining({ team: expect.objectContaining(team) }),
    );
    expect(await read(`/api/clubs/${id}/kits?expand=true`)).toMatchObject([{ team }]);
    expect(await read(`/api/clubs/${id}/timeline`)).toMatchObject([{ kits: [{ team }] }]);
    const bulk = await read('/api/kits/bulk?slugs=Bare-kit,Placeheld-kit');
    expect(bulk[id - 1]).toMatchObject({
      team: { logo: crestOf(id), logo_dark: null },
      brand: { logo: noLogo(), logo_dark: null },
    });
  });

  it('has the default logo in suggestions and matches', async () => {
    const suggest = async (type: string) =>
      (await read(`/api/suggest?q=${name}&types=${type}`)) as Array<{ image: string }>;
    expect(await suggest('club')).toMatchObject([{ image: crestOf(id) }]);
    expect(await suggest('brand')).toMatchObject([{ image: noLogo() }]);
    expect(await suggest('competition')).toMatchObject([{ image: noLogo() }]);
    const { body } = await catalogue.request('/api/match', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clubs: [`${name} FC`], brands: [name] }),
    });
    expect(body.clubs[0][0]).toMatchObject(bareClub());
    expect(body.brands[0][0]).toMatchObject(bare());
  });
});

describe('GET /api/random-clubs/', () => {
  it('returns only clubs with a stored logo, including a stored crest path', async () => {
    const { clubs } = await read('/api/random-clubs/');
    expect(clubs).toMatchObject([{ id: 3, logo: `${catalogue.url}/api/clubs/3/crest.svg` }]);
  });
});

describe('GET /api/no-logo.svg', () => {
  it('returns an SVG with an ETag and Cache-Control: no-cache', async () => {
    const { status, headers, body } = await catalogue.request('/api/no-logo.svg');
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'no-cache',
    ]);
    expect(body).toMatch(/^<svg .*<\/svg>$/s);
    const etag = headers.get('ETag') ?? '';
    const revalidated = await catalogue.request('/api/no-logo.svg', { headers: { 'If-None-Match': etag } });
    expect(revalidated.status).toBe(304);
  });

  it('requires no API key and is not rate limited', async () => {
    await using closed = await startTestCatalogue({
      env: { API_ENABLE_AUTH: 'true', RATE_LIMIT_REQUESTS: '1' },
      database: { url: catalogue.databaseUrl },
    });
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, headers } = await closed.request('/api/no-logo.svg');
      expect([status, headers.get('RateLimit')]).toEqual([200, null]);
    }
  });
});

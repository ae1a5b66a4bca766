import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startTestService } from '@kitroom/testing/test-processes';
import { kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue, useCatalogueDatabase } from './test-catalogue.ts';

const database = useCatalogueDatabase();

beforeAll(() => withoutTrigrams(database.url));

const catalogue = useCatalogue({ database });

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'Süper Lig'),
    ...kitLines([
      { club: 'Málaga CF', season: '2003-04' },
      { club: 'Málaga CF', season: '2003-04', type: 'Away' },
      { club: 'Málaga CF', season: '2020-21' },
      { club: 'FC Bayern München' },
      { club: '100% Futebol' },
    ]),
    ...Array.from({ length: 12 }, (_, index) => recordLine('club', `The Lions ${index}`)),
    recordLine('club', 'Lions'),
    recordLine('club', 'Paris Saint-Germain', { aliases: ['PSG', 'Paris Št. Germain'] }),
  ]);
});

async function search(resource: string, keyword: string): Promise<string[]> {
  const path = `/api/${resource}/search?keyword=${encodeURIComponent(keyword)}`;
  const { status, body } = await catalogue.request(path);
  expect(status).toBe(200);
  return namesOf(body);
}

describe('search without pg_trgm', () => {
  it('finds names and slugs that contain the keyword, ignoring case and accents', async () => {
    expect(await search('clubs', 'MALAGA')).toEqual(['Málaga CF']);
    expect(await search('clubs', 'münch')).toEqual(['FC Bayern München']);
    expect(await search('clubs', 'fc-bayern-m')).toEqual(['FC Bayern München']);
    expect(await search('brands', 'Adi')).toEqual(['adidas']);
    expect(await search('competitions', 'super l')).toEqual(['Süper Lig']);
  });

  it('finds clubs whose aliases contain the keyword', async () => {
    expect(await search('clubs', 'psg')).toEqual(['Paris Saint-Germain']);
    expect(await search('clubs', 'paris st. g')).toEqual(['Paris Saint-Germain']);
  });

  it('finds nothing for typing mistakes', async () => {
    expect(await search('clubs', 'bayren')).toEqual([]);
    expect(await search('brands', 'addidas')).toEqual([]);
    expect(await search('competitions', 'suber')).toEqual([]);
    expect(await search('kits', 'malgaa')).toEqual([]);
  });

  it('treats SQL wildcards as plain characters', async () => {
    expect(await search('clubs', '%')).toEqual(['100% Futebol']);
    expect(await search('clubs', '_')).toEqual([]);
    expect(await search('kits', '%')).toEqual(['100% Futebol 2024-25 Home']);
    expect(await search('kits', '_')).toEqual([]);
  });

  it('includes the exact name in the ten results', async () => {
    const names = await search('clubs', 'lions');
    expect(names).toHaveLength(10);
    expect(names).toContain('Lions');
  });

  it('finds kits in all three match tiers, and by year', async () => {
    expect(await search('kits', 'bayern munchen')).toEqual(['FC Bayern München 2024-25 Home']);
    expect(await search('kits', 'home malaga')).toEqual(['Málaga CF 2020-21 Home', 'Málaga CF 2003-04 Home']);
    expect(await search('kits', 'malaga nowhere 2003')).toEqual([
      'Málaga CF 2003-04 Home',
      'Málaga CF 2003-04 Away',
    ]);
  });
});

describe('the catalogue without pg_trgm', () => {
  it('logs that pg_trgm is missing once at startup', async () => {
    const service = await startTestService('catalogue', { DATABASE_URL: database.url, LOG_LEVEL: 'info' });
    try {
      await service.waitForLine((line) => line.includes('pg_trgm'));
      const path = '/api/clubs/search?keyword=bayren';
      for (let sent = 0; sent < 3; sent += 1) expect((await fetch(service.url + path)).status).toBe(200);
    } finally {
      await service.kill();
    }
    expect(service.logs().filter(({ msg }) => String(msg).includes('pg_trgm'))).toHaveLength(1);
  });
});

async function withoutTrigrams(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop extension pg_trgm cascade');
  await client.end();
}

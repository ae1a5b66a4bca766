import { expect } from '@jest/globals';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import type { Recorder } from './recorder.ts';

const MINUTE = 60_000;
const PAGE = { page: 1, page_size: 2 };

/** Sends a request to every endpoint of the catalogue. */
export async function recordCatalogueExamples({ ask }: Recorder): Promise<void> {
  for (const id of ['getRoot', 'getService', 'getHealth', 'getReady', 'getOpenApi']) await ask(id);
  await askForRecords(ask);
  await askForKits(ask);
  for (const id of ['listCountries', 'listKitTypes', 'listColours', 'listDesigns']) await ask(id);
  await askForBulkData(ask);
  await ask('suggestRecords', { query: { q: 'mala', types: 'club,kit', limit: 2 } });
  await ask('listChanges', { query: { after: 0, limit: 2 } });
  await ask('matchTexts', {
    body: { brands: ['adidas'], clubs: ['psg'], seasons: ['2003'], kits: ['Málaga 2003-04 Home'] },
  });
  await askForCollection(ask);
}

type Ask = Recorder['ask'];

async function askForRecords(ask: Ask): Promise<void> {
  const [club] = (await ask('searchClubs', { query: { keyword: 'malaga' } })).body;
  const params = { club_id: club.id };
  await ask('listClubs', { query: { country: 'ES', ...PAGE } });
  await ask('getClub', { params });
  await ask('getClubCrest', { params });
  await ask('getNoLogo');
  await ask('listClubKits', { params, query: PAGE });
  await ask('listClubTimeline', { params, query: PAGE });
  await ask('listRandomClubs', { query: PAGE });
  const [season] = (await ask('listClubSeasons', { query: { id: club.id } })).body;
  await ask('searchSeasons', { query: { keyword: '2003' } });
  await ask('getSeason', { params: { season_id: season.id } });
  const [brand] = (await ask('searchBrands', { query: { keyword: 'adidas' } })).body;
  await ask('listBrands', { query: { ordering: '-kit_count', ...PAGE } });
  await ask('getBrand', { params: { brand_id: brand.id } });
  const [competition] = (await ask('searchCompetitions', { query: { keyword: 'la liga' } })).body;
  await ask('listCompetitions', { query: { country: 'ES', ...PAGE } });
  await ask('getCompetition', { params: { competition_id: competition.id } });
}

async function askForKits(ask: Ask): Promise<void> {
  const [kit] = (await ask('searchKits', { query: { keyword: 'malaga 2003' } })).body;
  await ask('getKit', { params: { kit_id: kit.id } });
  await ask('getKitPicture', { params: { kit_id: kit.id } });
  await ask('getKitPicturePng', { params: { kit_id: kit.id } });
  await ask('countKitFacets', { query: { fields: 'design,decade' } });
  await ask('listRandomKits', { query: PAGE });
  const { body: kits } = await ask('listKits', { query: { club: 1, expand: true, ...PAGE } });
  const slugs = (kits as Array<{ slug: string }>).map(({ slug }) => slug);
  await ask('listKitsInBulk', { query: { slugs } });
}

async function askForBulkData(ask: Ask): Promise<void> {
  await eventually(async () => expect((await ask('listBulkData')).body).not.toEqual([]), MINUTE);
  const [{ url }] = (await ask('listBulkData')).body;
  const [file = '', generation = ''] = new URL(url).pathname.split('/').toReversed();
  await ask('getBulkFile', { params: { generation, file } });
}

async function askForCollection(ask: Ask): Promise<void> {
  const params = { userid: STAND_IN_COLLECTORS.withThreeKits };
  await ask('scrapeUserCollection', { params });
  await eventually(async () => {
    const { body } = await ask('getScrapeProgress', { params });
    expect(body.status).toBe('ready');
  });
  await ask('scrapeUserCollection', { params });
  const { body } = await ask('getUserCollection', { params, query: PAGE });
  await ask('listCustomEntries', { params, query: PAGE });
  const entries: Array<{ entry_id: number; images?: string[] }> = body.data.entries;
  const [pictured = { entry_id: 0 }] = entries.filter(({ images = [] }) => images.length > 0);
  await ask('getEntryImage', { params: { ...params, entry_id: pictured.entry_id, number: 1 } });
}

import { expect } from '@jest/globals';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import type { Recorder } from './recorder.ts';

const MINUTE = 60_000;
const PAGE = { page: 1, page_size: 2 };

/** Sends a request to every endpoint of the catalogue. */
export async function recordCatalogueExamples({ call }: Recorder): Promise<void> {
  for (const id of ['getRoot', 'getService', 'getHealth', 'getReady', 'getOpenApi']) await call(id);
  await callRecordEndpoints(call);
  await callKitEndpoints(call);
  for (const id of ['listCountries', 'listKitTypes', 'listColours', 'listDesigns']) await call(id);
  await callBulkEndpoints(call);
  await call('suggestRecords', { query: { q: 'mala', types: 'club,kit', limit: 2 } });
  await call('listChanges', { query: { after: 0, limit: 2 } });
  await call('matchTexts', {
    body: { brands: ['adidas'], clubs: ['psg'], seasons: ['2003'], kits: ['Málaga 2003-04 Home'] },
  });
  await callCollectionEndpoints(call);
}

type Call = Recorder['call'];

async function callRecordEndpoints(call: Call): Promise<void> {
  const [club] = (await call('searchClubs', { query: { keyword: 'malaga' } })).body;
  const params = { club_id: club.id };
  await call('listClubs', { query: { country: 'ES', ...PAGE } });
  await call('getClub', { params });
  await call('getClubCrest', { params });
  await call('getNoLogo');
  await call('listClubKits', { params, query: PAGE });
  await call('listClubTimeline', { params, query: PAGE });
  await call('listRandomClubs', { query: PAGE });
  const [season] = (await call('listClubSeasons', { query: { id: club.id } })).body;
  await call('searchSeasons', { query: { keyword: '2003' } });
  await call('getSeason', { params: { season_id: season.id } });
  const [brand] = (await call('searchBrands', { query: { keyword: 'adidas' } })).body;
  await call('listBrands', { query: { ordering: '-kit_count', ...PAGE } });
  await call('getBrand', { params: { brand_id: brand.id } });
  const [competition] = (await call('searchCompetitions', { query: { keyword: 'la liga' } })).body;
  await call('listCompetitions', { query: { country: 'ES', ...PAGE } });
  await call('getCompetition', { params: { competition_id: competition.id } });
}

async function callKitEndpoints(call: Call): Promise<void> {
  const [kit] = (await call('searchKits', { query: { keyword: 'malaga 2003' } })).body;
  await call('getKit', { params: { kit_id: kit.id } });
  await call('getKitPicture', { params: { kit_id: kit.id } });
  await call('getKitPicturePng', { params: { kit_id: kit.id } });
  await call('countKitFacets', { query: { fields: 'design,decade' } });
  await call('listRandomKits', { query: PAGE });
  const { body: kits } = await call('listKits', { query: { club: 1, expand: true, ...PAGE } });
  const slugs = (kits as Array<{ slug: string }>).map(({ slug }) => slug);
  await call('listKitsInBulk', { query: { slugs } });
}

async function callBulkEndpoints(call: Call): Promise<void> {
  await eventually(async () => expect((await call('listBulkData')).body).not.toEqual([]), MINUTE);
  const [{ url }] = (await call('listBulkData')).body;
  const [file = '', generation = ''] = new URL(url).pathname.split('/').toReversed();
  await call('getBulkFile', { params: { generation, file } });
}

async function callCollectionEndpoints(call: Call): Promise<void> {
  const params = { userid: STAND_IN_COLLECTORS.withThreeKits };
  await call('scrapeUserCollection', { params });
  await eventually(async () => {
    const { body } = await call('getScrapeProgress', { params });
    expect(body.status).toBe('ready');
  });
  await call('scrapeUserCollection', { params });
  const { body } = await call('getUserCollection', { params, query: PAGE });
  await call('listCustomEntries', { params, query: PAGE });
  const entries: Array<{ entry_id: number; images?: string[] }> = body.data.entries;
  const [pictured = { entry_id: 0 }] = entries.filter(({ images = [] }) => images.length > 0);
  await call('getEntryImage', { params: { ...params, entry_id: pictured.entry_id, number: 1 } });
}

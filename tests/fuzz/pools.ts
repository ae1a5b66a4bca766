import { expect } from '@jest/globals';
import { createCatalogueClient } from '@kitroom/catalogue-client';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';

/** Values that are the same for all users, by pool. */
export type CommonPools = Readonly<Record<string, unknown[]>>;

/** Reads ids, slugs and names from the catalogue. */
export async function readCommonPools(baseUrl: string, apiKey: string): Promise<CommonPools> {
  const catalogue = createCatalogueClient({ baseUrl, apiKey });
  const { kits } = await catalogue.kits.random({ page_size: 100 });
  const details = await Promise.all(kits.slice(0, 30).map(({ id }) => catalogue.kits.get({ kit_id: id })));
  const competitions = await catalogue.competitions.search({ keyword: 'la' });
  // The job that writes bulk files runs soon after the start.
  const bulkFiles = await eventually(async () => {
    const files = await catalogue.bulkData.list();
    expect(files).not.toEqual([]);
    return files.map(({ url }) => url.split('/').slice(-2));
  }, 120_000);
  const slugs = details.map(({ slug }) => slug);
  return {
    code: ['123456'],
    key: ['k'.repeat(43)],
    brand: details.map(({ brand }) => brand.id),
    club: details.map(({ team }) => team.id),
    competition: competitions.map(({ id }) => id),
    country: details.flatMap(({ team }) => team.country ?? []),
    file: bulkFiles.map(([, file]) => file),
    generation: bulkFiles.map(([generation]) => generation),
    keyword: details.flatMap(({ name, team, season, brand }) => [name, team.name, season.year, brand.name]),
    kit: kits.map(({ id }) => id),
    ordering: ['name', '-club', 'season,-brand', 'condition,player_name', '-updated_at,name', 'created_at'],
    provider: ['stub'],
    season: details.map(({ season }) => season.id),
    slugs: slugs.map((_slug, index) => slugs.slice(index, index + 2 + (index % 5)).join(',')),
    tag: ['retro', 'signed', 'Málaga', '🧦'],
    userid: [...Object.values(STAND_IN_COLLECTORS), 1001, 1002],
    year: details.map(({ season }) => Number(season.year.slice(0, 4))),
  };
}

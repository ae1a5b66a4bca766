import { expect } from '@jest/globals';
import { createCatalogueClient, type CatalogueClient } from '@kitroom/catalogue-client';
import { CONTENT_TYPE_IDS, type ItemType } from '@kitroom/collection-client';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import type { Upload } from './forms.ts';
import type { Pictures } from './pictures.ts';
import type { User } from './users.ts';
import { Known, Raw, type Pool } from './values.ts';

/** The parts of the pools that are the same for all users. */
export type CommonPools = Partial<Record<Pool, readonly unknown[]>>;

const ORDERINGS = [
  'name',
  '-club',
  'season,-brand',
  'condition,player_name',
  '-updated_at,name',
  'created_at',
];
const TAGS = ['retro', 'signed', 'Málaga', '🧦'];

/** What an outsider finds with a few questions to the catalogue. */
export async function learnCatalogue(baseUrl: string, apiKey: string): Promise<CommonPools> {
  const catalogue = createCatalogueClient({ baseUrl, apiKey });
  const kits = (await catalogue.kits.random({ page_size: 100 })).kits;
  const details = await Promise.all(kits.slice(0, 30).map(({ id }) => catalogue.kits.get({ kit_id: id })));
  const competitions = await catalogue.competitions.search({ keyword: 'la' });
  const paths = await listBulkPaths(catalogue);
  await readCollections(catalogue);
  return {
    generation: paths.map(([generation]) => generation),
    bulkFile: paths.map(([, file]) => file),
    kit: kits.map(({ id }) => id),
    club: details.map(({ team }) => team.id),
    season: details.map(({ season }) => season.id),
    brand: details.map(({ brand }) => brand.id),
    competition: competitions.map(({ id }) => id),
    country: details.flatMap(({ team }) => team.country ?? []),
    word: details.flatMap(({ name, team, season, brand }) => [
      name,
      team.name,
      season.year,
      brand.name,
      name.slice(0, 5),
    ]),
    year: details.map(({ season }) => Number(season.year.slice(0, 4))),
    kitSlugs: toSlugLists(details.map(({ slug }) => slug)),
    collector: [...Object.values(STAND_IN_COLLECTORS), 1001, 1002],
    ordering: ORDERINGS,
    tag: TAGS,
    provider: ['stub'],
  };
}

/** Reads the collections of some collectors, so that their entries exist from the beginning. */
async function readCollections({ userCollections }: CatalogueClient): Promise<void> {
  for (const userid of [STAND_IN_COLLECTORS.withThreeKits, STAND_IN_COLLECTORS.withManyKits]) {
    await eventually(
      async () => expect(await userCollections.scrape({ userid })).toMatchObject({ status: 'cached' }),
      30_000,
    );
  }
}

/** The generation and the name of each file, which are made soon after the start. */
async function listBulkPaths({ bulkData }: CatalogueClient): Promise<Array<string[]>> {
  let files: Array<{ url: string }> = [];
  await eventually(async () => {
    files = await bulkData.list();
    expect(files).not.toEqual([]);
  }, 30_000);
  return files.map(({ url }) => url.split('/').slice(-2));
}

function toSlugLists(slugs: readonly string[]): string[] {
  return slugs.map((_slug, index) => slugs.slice(index, index + 2 + (index % 5)).join(','));
}

/** What a Known stands for now, to a user; undefined where there is nothing of the kind. */
export function resolveKnown(
  { pool, pick }: Known,
  {
    user,
    users,
    common,
    pictures,
  }: { user: User; users: readonly User[]; common: CommonPools; pictures: Pictures },
): unknown {
  const of = <T>(list: readonly T[]) => list[pick % Math.max(list.length, 1)];
  // Mostly one's own.
  const owner = pick % 5 === 0 ? (of(users) ?? user) : user;
  const item = of(owner.items);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is the same for all users
  switch (pool) {
    case 'item':
      return item?.id;
    case 'contentType':
      return item ? CONTENT_TYPE_IDS[item.type as ItemType] : 1;
    case 'photo':
      return of(owner.photos);
    case 'share':
      return of(owner.shares)?.id;
    case 'shareToken':
      return of(owner.shares)?.token;
    case 'user':
      return owner.id;
    case 'username':
      return owner.username;
    case 'ownUsername':
      return user.username;
    case 'email':
      return user.isThrowaway ? user.email : `nobody-${pick}@example.org`;
    // Whoever stays keeps the password and the account.
    case 'password':
      return user.isThrowaway ? user.password : 'not the password 7';
    case 'key':
      return user.isThrowaway ? user.key : 'k'.repeat(43);
    case 'code':
      return user.isThrowaway ? user.code : '123456';
    case 'picture':
      return of(pictures.good);
    case 'oddPicture':
      return pictures.odd(pick);
    default:
      return of(common[pool] ?? []);
  }
}

/** Puts in what each Known of a value stands for. */
export function fillIn(value: unknown, resolve: (known: Known) => unknown): unknown {
  if (value instanceof Known) return resolve(value);
  if (Array.isArray(value)) return value.map((one) => fillIn(one, resolve));
  if (typeof value !== 'object' || value === null || value instanceof Raw || isUpload(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillIn(one, resolve)]));
}

function isUpload(value: object): value is Upload {
  return 'bytes' in value;
}

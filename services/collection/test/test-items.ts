import { randomUUID } from 'node:crypto';
import { toTagKey, type ItemType, type Money } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { toItemSearchTexts } from '../src/search/item-search-texts.ts';
import { toSearchText } from '../src/search/spell-text.ts';

/** Where rows are added: a collection service, or only its database. */
type Place = { db: Database };

/** The columns of an item. */
export interface TestItem {
  item_type: ItemType;
  name: string;
  brand_id: number | null;
  club_id: number | null;
  season_id: number | null;
  brand_text: string;
  club_text: string;
  season_text: string;
  size_text: string | null;
  kit_id: number | null;
  condition: number;
  detailed_condition: string | null;
  description: string;
  is_replica: boolean;
  is_private: boolean;
  is_draft: boolean;
  design: string | null;
  main_color: number | null;
  secondary_colors: number[];
  country: string | null;
  tags: string[];
  notes: string;
  location: string;
  acquired_on: string | null;
  acquired_from: string;
  price: Money | null;
  estimated_value: Money | null;
  size: number | null;
  type: string | null;
  number: number | null;
  player_name: string | null;
  is_fan_version: boolean | null;
  is_signed: boolean | null;
  has_nameset: boolean | null;
  is_short_sleeve: boolean | null;
  created_at: Date | string;
  updated_at: Date | string;
}

const PLAIN_ITEM: Partial<TestItem> = {
  item_type: 'jersey',
  name: 'A shirt',
  condition: 10,
  description: '',
  is_replica: false,
  is_private: false,
  is_draft: false,
  secondary_colors: [],
  tags: [],
};

/** Columns of an item without any data. */
const EMPTY_ITEM = {
  name: '',
  description: '',
  brand_text: '',
  club_text: '',
  season_text: '',
  notes: '',
  location: '',
  acquired_from: '',
  size_text: '',
  number: null,
  size: null,
  main_color: null,
  player_name: null,
  tags: [],
  secondary_colors: [],
};

/** Defaults of the columns that only jerseys have. */
const PLAIN_JERSEY: Partial<TestItem> = {
  size: 4,
  player_name: '',
  is_fan_version: true,
  is_signed: false,
  has_nameset: false,
  is_short_sleeve: true,
};

/** Inserts an item, by default a public jersey; returns its id. */
export async function addItem(
  place: Place,
  user: { id: number },
  options: Partial<TestItem> = {},
): Promise<number> {
  const ofType = (options.item_type ?? 'jersey') === 'jersey' ? PLAIN_JERSEY : {};
  const item = { ...PLAIN_ITEM, ...ofType, ...options };
  const row = { ...item, user_id: user.id, tag_keys: item.tags?.map(toTagKey) };
  const searched = { ...EMPTY_ITEM, ...item };
  return insert(place, 'items', { ...row, ...toItemSearchTexts(searched), search_texts_at: new Date() });
}

/** Inserts a copy of a brand; a null name has not been fetched from the catalogue yet. */
export function addBrand(place: Place, id: number, name: string | null, logo?: string): Promise<number> {
  return insert(place, 'brands', { id, name, logo: logo ?? logoOf(id, name), ...copyColumns(name) });
}

/** Inserts a copy of a club. */
export function addClub(
  place: Place,
  id: number,
  name: string | null,
  options: { logo?: string; country?: string } = {},
): Promise<number> {
  return insert(place, 'clubs', { id, name, logo: logoOf(id, name), ...options, ...copyColumns(name) });
}

/** Inserts a copy of a season. */
export function addSeason(place: Place, id: number, year: string | null): Promise<number> {
  return insert(place, 'seasons', { id, year, ...copyColumns(year) });
}

/** Inserts a copy of a kit with its type and competitions. */
export async function addKit(
  place: Place,
  id: number,
  options: {
    name?: string | null;
    main_img_url?: string;
    type_id?: number;
    type_name?: string;
    competitions?: number[];
  } = {},
): Promise<number> {
  const { competitions = [], name = `Kit ${id}`, ...columns } = options;
  await insert(place, 'kits', { id, name, ...columns, ...copyColumns(name) });
  for (const competition of competitions) {
    await place.db('kit_competitions').insert({ kit_id: id, competition_id: competition });
  }
  return id;
}

/** Inserts a copy of a competition. */
export function addCompetition(place: Place, id: number, name: string): Promise<number> {
  return insert(place, 'competitions', { id, name, logo: logoOf(id, name) });
}

/** The columns of a photo. */
interface TestPhoto {
  image_key: string;
  avif_key: string | null;
  card_key: string | null;
  thumbnail_key: string | null;
  sort_order: number;
  caption: string;
  uploaded_at: Date | string;
}

/** Inserts a photo without files; `itemId` is null for a photo that is not attached to an item yet. */
export function addPhoto(
  place: Place,
  user: { id: number },
  itemId: number | null,
  options: Partial<TestPhoto> = {},
): Promise<number> {
  const photo = { image_key: `originals/${randomUUID()}.jpg`, width: 40, height: 30, ...options };
  return insert(place, 'photos', { ...photo, user_id: user.id, item_id: itemId });
}

function logoOf(id: number, name: string | null): string | null {
  return name === null ? null : `https://logos.example/${id}.png`;
}

function copyColumns(name: string | null) {
  return name === null ? {} : { taken_at: new Date(), names_search: toSearchText(name) };
}

async function insert({ db }: Place, table: string, row: Record<string, unknown>): Promise<number> {
  const columns = Object.keys(row);
  const values = columns.map(() => '?').join(', ');
  const [added] = await query<{ id: number }>(
    db,
    `insert into ${table} (${columns.join(', ')}) values (${values}) returning id`,
    columns.map((column) => row[column]),
  );
  if (!added) throw new Error(`nothing was added to ${table}`);
  return added.id;
}

/** The fields that an item needs at least to be published. */
export function minimalItem(type: ItemType): object {
  return { item_type: type, name: 'An item' };
}

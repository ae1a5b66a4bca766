import { randomUUID } from 'node:crypto';
import { toTagKey, type ItemType, type Money } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { toItemSearchTexts } from '../src/search/item-search-texts.ts';
import { toSearchText } from '../src/search/spell-text.ts';

/** Where rows are added: a test's collection service, or its database alone. */
type Place = { db: Database };

/** An item's columns, as the table has them. */
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

/** What the table has where nothing is given. */
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

/** What only jerseys have, where a test does not say otherwise. */
const PLAIN_JERSEY: Partial<TestItem> = {
  size: 4,
  player_name: '',
  is_fan_version: true,
  is_signed: false,
  has_nameset: false,
  is_short_sleeve: true,
};

/** Puts an item into the table, a public jersey by default; answers its id. */
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

/** Puts the copy of a brand into the table; a null name is one that the catalogue has not told yet. */
export function addBrand(place: Place, id: number, name: string | null, logo?: string): Promise<number> {
  return insert(place, 'brands', { id, name, logo: logo ?? logoOf(id, name), ...takenAs(name) });
}

/** Puts the copy of a club into the table. */
export function addClub(
  place: Place,
  id: number,
  name: string | null,
  options: { logo?: string; country?: string } = {},
): Promise<number> {
  return insert(place, 'clubs', { id, name, logo: logoOf(id, name), ...options, ...takenAs(name) });
}

/** Puts the copy of a season into the table. */
export function addSeason(place: Place, id: number, year: string | null): Promise<number> {
  return insert(place, 'seasons', { id, year, ...takenAs(year) });
}

/** Puts the copy of a kit into the table, with its type and competitions. */
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
  await insert(place, 'kits', { id, name, ...columns, ...takenAs(name) });
  for (const competition of competitions) {
    await place.db('kit_competitions').insert({ kit_id: id, competition_id: competition });
  }
  return id;
}

/** Puts the copy of a competition into the table. */
export function addCompetition(place: Place, id: number, name: string): Promise<number> {
  return insert(place, 'competitions', { id, name, logo: logoOf(id, name) });
}

/** A photo's columns, as the table has them. */
interface TestPhoto {
  image_key: string;
  avif_key: string | null;
  card_key: string | null;
  thumbnail_key: string | null;
  sort_order: number;
  caption: string;
  uploaded_at: Date | string;
}

/** Puts a photo of an item into the table; null for an item is a photo that waits. There are no files. */
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

function takenAs(name: string | null) {
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

/** The least that an item of a type needs to be no draft. */
export function minimalItem(type: ItemType): object {
  return { item_type: type, name: 'An item' };
}

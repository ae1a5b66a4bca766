import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import { fold, readSeason } from '@kitroom/shared';
import type { ItemRow } from '../items/item-columns.ts';
import { toExactWords, toSearchLines } from './spell-text.ts';

/** The columns that an item is searched and sorted by. */
export interface ItemSearchTexts {
  name_search: string;
  player_name_search: string | null;
  /** The text that everyone may search, if it fits into the index; otherwise null. */
  short_search_text: string | null;
  /** The text that everyone may search, if it does not fit into the index; otherwise null. */
  search_text: string | null;
  /** The text that only the owner may search. */
  private_search_text: string;
  /** The first year of the decade of `season_text`; 0 if that is not a season. Null without a text. */
  season_text_decade: number | null;
}

/** In bytes, below the 2,704 that an entry of the index may have, as longer entries would slow it down. */
const SHORT_TEXT_BYTES = 500;

const PRIVATE_SOURCES = ['notes', 'location', 'acquired_from'] as const;

/** The columns of an item from which its search texts are derived. */
export const SEARCH_SOURCES = [
  'name',
  'description',
  'player_name',
  'tags',
  'brand_text',
  'club_text',
  'season_text',
  'number',
  'size',
  'size_text',
  'main_color',
  'secondary_colors',
  ...PRIVATE_SOURCES,
] as const satisfies ReadonlyArray<keyof ItemRow>;

type SearchedItem = Pick<ItemRow, (typeof SEARCH_SOURCES)[number]>;

/** The search texts of an item. The names of its club, brand and season are searched in their own tables. */
export function toItemSearchTexts(item: SearchedItem): ItemSearchTexts {
  const { name, player_name: player, tags, brand_text: brand, club_text: club, description } = item;
  const all = [
    toSearchLines([name, player ?? '', ...tags, brand, club, toSeasons(item.season_text), description]),
    toExactWords(listExactTexts(item)),
  ].join('\n');
  const isShort = Buffer.byteLength(all) <= SHORT_TEXT_BYTES;
  return {
    name_search: fold(name),
    player_name_search: player === null ? null : fold(player),
    short_search_text: isShort ? all : null,
    search_text: isShort ? null : all,
    private_search_text: toSearchLines(PRIVATE_SOURCES.map((source) => item[source])),
    season_text_decade: item.season_text === '' ? null : readDecade(item.season_text),
  };
}

/** The texts that are found by whole words only: number, size and colours. */
function listExactTexts(item: SearchedItem): string[] {
  const colours = [item.main_color, ...item.secondary_colors];
  return [
    item.number === null ? '' : String(item.number),
    SIZES.find(({ id }) => id === item.size)?.name ?? item.size_text ?? '',
    ...colours.map((colour) => ITEM_COLOURS.find(({ id }) => id === colour)?.name ?? ''),
  ];
}

function readDecade(season: string): number {
  const year = Number(readSeason(season)?.slice(0, 4) ?? 0);
  return year - (year % 10);
}

/** A season as it is written, and as the catalogue writes it. */
function toSeasons(text: string): string {
  return [...new Set([text, readSeason(text) ?? text])].join(' ');
}

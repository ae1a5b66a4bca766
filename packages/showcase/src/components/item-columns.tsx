import type { ReactNode } from 'react';
import type { Money } from '@kitroom/collection-client';
import type { CollectionItem } from '../types.ts';
import { showDate, showMoney } from './format.ts';
import type { ItemSource } from './use-item-pages.ts';

interface Column {
  label: string;
  /** In rem. */
  width: number;
  /** The API's `ordering` for the first click. A minus means highest first. */
  ordering?: string;
  /** Whether only the owner sees the column. */
  isOwn?: boolean;
  isNumber?: boolean;
  show: (item: CollectionItem) => ReactNode;
}

/** A column of the table of items. */
export interface ItemColumn extends Column {
  key: ColumnKey;
}

export type ColumnKey = keyof typeof COLUMNS;

/** In display order. The name is always shown, because it links to the item. */
const COLUMNS = {
  photo: { label: 'Photo', width: 3.5, show: (item) => <RowPhoto item={item} /> },
  name: { label: 'Name', width: 13, ordering: 'name', show: ({ name }) => name || 'Unnamed item' },
  club: { label: 'Club', width: 9, ordering: 'club', show: ({ labels }) => labels.club },
  season: { label: 'Season', width: 5.5, ordering: '-season', show: ({ labels }) => labels.season },
  brand: { label: 'Brand', width: 6.5, ordering: 'brand', show: ({ labels }) => labels.brand },
  size: { label: 'Size', width: 4.5, show: ({ labels }) => labels.size },
  condition: {
    label: 'Condition',
    width: 6.5,
    ordering: '-condition',
    isNumber: true,
    show: ({ condition }) => `${condition}/10`,
  },
  player: { label: 'Player', width: 8, ordering: 'player_name', show: (item) => item.player_name },
  number: { label: 'Number', width: 5, isNumber: true, show: (item) => item.number },
  location: { label: 'Place', width: 8, isOwn: true, show: (item) => item.location },
  acquired_on: {
    label: 'Acquired',
    width: 7,
    ordering: '-acquired_on',
    isOwn: true,
    show: (item) => item.acquired_on && showDate(item.acquired_on),
  },
  price: {
    label: 'Price',
    width: 6.5,
    ordering: '-price',
    isOwn: true,
    isNumber: true,
    show: ({ price }) => showOptional(price),
  },
  value: {
    label: 'Value',
    width: 6.5,
    ordering: '-estimated_value',
    isOwn: true,
    isNumber: true,
    show: (item) => showOptional(item.estimated_value),
  },
  tags: { label: 'Tags', width: 9, show: (item) => item.tags?.join(', ') },
} as const satisfies Record<string, Column>;

export const COLUMN_KEYS = Object.keys(COLUMNS) as readonly ColumnKey[];

/** The columns that a table of these items can have. */
export function listColumns(source: ItemSource): ItemColumn[] {
  const columns = COLUMN_KEYS.map((key): ItemColumn => ({ key, ...COLUMNS[key] }));
  return columns.filter(({ isOwn = false }) => source === 'mine' || !isOwn);
}

/** The columns until the user chooses others. */
export const DEFAULT_COLUMNS: readonly ColumnKey[] = [
  'photo',
  'name',
  'club',
  'season',
  'size',
  'condition',
  'price',
  'value',
];

function showOptional(money: Money | null | undefined): string | null {
  return money ? showMoney(money) : null;
}

/** A small photo of the item, or the picture of its kit. */
function RowPhoto({ item }: { item: CollectionItem }) {
  const photo = item.main_photo_thumbnail ?? item.main_photo_card ?? item.main_photo;
  const kit = photo ? null : item.labels.kit_image;
  const src = photo ?? kit;
  const note = kit ? 'Catalogue picture' : '';
  return (
    <span className={kit ? 'row-photo of-kit' : 'row-photo'} title={note}>
      {src && <img src={src} alt={note} width="40" height="48" loading="lazy" decoding="async" />}
    </span>
  );
}

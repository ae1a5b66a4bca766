import { memo } from 'react';
import { Link } from 'react-router';
import type { CollectionItem } from '../types.ts';
import { isolate } from './format.ts';
import type { ItemList } from './use-item-pages.ts';

/** The selected items of a list. */
export interface Selection {
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  /** Whether all items are selected, so that single ones cannot be. */
  isLocked: boolean;
}

interface ItemWallProps {
  items: readonly CollectionItem[];
  list: ItemList;
  selection?: Selection | undefined;
  isBusy: boolean;
}

/** Items of a collection as a wall of photos, for opening or selecting them. */
export function ItemWall({ items, list, selection, isBusy }: ItemWallProps) {
  return (
    <ul className="wall" aria-busy={isBusy}>
      {items.map((item) => (
        <WallItem key={item.id} item={item} list={list} selection={selection} />
      ))}
    </ul>
  );
}

type WallItemProps = Pick<ItemWallProps, 'list' | 'selection'> & { item: CollectionItem };

/** Memoised, so that existing items are not rendered again when the next page arrives. */
const WallItem = memo(function WallItem({ item, list, selection }: WallItemProps) {
  return (
    <li>
      {selection ? (
        <label className="card selectable">
          <input
            type="checkbox"
            checked={selection.has(item.id)}
            disabled={selection.isLocked}
            onChange={() => selection.toggle(item.id)}
          />
          <ItemCard item={item} />
        </label>
      ) : (
        <Link to={toItem(item.id, list)} state={{ list }} className="card">
          <ItemCard item={item} />
        </Link>
      )}
    </li>
  );
});

/** The path of an item's screen. Below a share link, no account is required. */
export function toItem(id: number, { source }: ItemList): string {
  return typeof source === 'object' && 'token' in source ? `/s/${source.token}/items/${id}` : `/items/${id}`;
}

function ItemCard({ item }: { item: CollectionItem }) {
  const { club, season } = item.labels;
  const facts = [club && isolate(club), season, `${item.condition}/10`].filter(Boolean);
  return (
    <>
      {/* The card rendition is missing for a moment after an upload. */}
      <CardPhoto src={item.main_photo_card ?? item.main_photo} kitImage={item.labels.kit_image} />
      <span className="card-title">{item.name || 'Unnamed item'}</span>
      <span className="card-detail">
        <span className="ellipsis">{facts.join(' · ')}</span>
        {item.is_private && <span className="badge">Private</span>}
      </span>
    </>
  );
}

interface CardPhotoProps {
  src: string | null | undefined;
  /** The catalogue's picture of the item's kit. */
  kitImage?: string | null | undefined;
}

/**
 * The photo of an item in a box of fixed proportions, or the picture of its kit, marked as a catalogue
 * picture.
 */
export function CardPhoto({ src, kitImage }: CardPhotoProps) {
  if (src)
    return (
      <span className="picture portrait">
        <img src={src} alt="" width="480" height="640" loading="lazy" decoding="async" />
      </span>
    );
  return (
    <span className="picture portrait of-kit">
      {kitImage ? (
        <>
          <img src={kitImage} alt="" width="400" height="400" loading="lazy" decoding="async" />
          <span className="picture-note">Catalogue picture</span>
        </>
      ) : (
        <span className="no-photo">No photo yet</span>
      )}
    </span>
  );
}

import { Link } from 'react-router';
import type { CollectionItem } from '../types.ts';

interface ItemWallProps {
  items: readonly CollectionItem[];
  /** The address of an item's screen. */
  toItem: (id: number) => string;
  isBusy?: boolean;
}

/** Items of a collection as a wall of photos. */
export function ItemWall({ items, toItem, isBusy = false }: ItemWallProps) {
  return (
    <ul className="wall" aria-busy={isBusy}>
      {items.map((item) => (
        <li key={item.id}>
          <ItemCard item={item} to={toItem(item.id)} />
        </li>
      ))}
    </ul>
  );
}

function ItemCard({ item, to }: { item: CollectionItem; to: string }) {
  // The card is missing for a moment after an upload.
  const photo = item.main_photo_card ?? item.main_photo;
  const facts = [item.club?.name, item.season?.year, `${item.condition}/10`].filter(Boolean);
  return (
    <Link to={to} className="card">
      <span className="picture portrait">
        {photo ? (
          <img src={photo} alt="" width="480" height="640" loading="lazy" decoding="async" />
        ) : (
          <span className="no-photo">No photo yet</span>
        )}
      </span>
      <span className="card-title">{item.name || 'Without a name'}</span>
      <span className="card-detail">
        <span className="ellipsis">{facts.join(' · ')}</span>
        {item.is_private && <span className="badge">Private</span>}
      </span>
    </Link>
  );
}

import type { CollectionItem } from '../types.ts';

/** Items of a collection as a wall of photos. */
export function ItemWall({ items, isBusy = false }: { items: readonly CollectionItem[]; isBusy?: boolean }) {
  return (
    <ul className="wall" aria-busy={isBusy}>
      {items.map((item) => (
        <li key={item.id}>
          <ItemCard item={item} />
        </li>
      ))}
    </ul>
  );
}

function ItemCard({ item }: { item: CollectionItem }) {
  const facts = [item.club?.name, item.season?.year, `${item.condition}/10`].filter(Boolean);
  return (
    <article className="card">
      <span className="picture portrait">
        {item.main_photo ? (
          <img src={item.main_photo} alt="" width="480" height="640" loading="lazy" decoding="async" />
        ) : (
          <span className="no-photo">No photo yet</span>
        )}
      </span>
      <h3 className="card-title">{item.name || 'Without a name'}</h3>
      <p className="card-detail">
        {facts.join(' · ')}
        {item.is_private && <span className="badge">Private</span>}
      </p>
    </article>
  );
}

import { ITEM_COLOURS, SIZES, type ItemDetail } from '@kitroom/collection-client';
import { Swatch } from './swatch.tsx';

/** An item's photos and facts; `children` are what can be done with it. */
export function ItemDetails({ item, children }: { item: ItemDetail; children?: React.ReactNode }) {
  const [main, ...others] = item.photos;
  return (
    <article className="kit">
      <div className="gallery">
        <span className="picture portrait">
          {main ? (
            <img
              src={main.image_card ?? main.image}
              alt={main.caption || 'Main photo'}
              width="480"
              height="640"
            />
          ) : (
            <span className="no-photo">No photo yet</span>
          )}
        </span>
        {others.map((photo, index) => (
          <span key={photo.id} className="picture portrait small">
            <img
              src={photo.image_card ?? photo.image}
              alt={photo.caption || `Photo ${index + 2}`}
              width="240"
              height="320"
              loading="lazy"
            />
          </span>
        ))}
      </div>
      <div className="kit-facts">
        <h1>{item.name || 'Without a name'}</h1>
        {item.description && <p>{item.description}</p>}
        <ItemFacts item={item} />
        {children}
      </div>
    </article>
  );
}

function ItemFacts({ item }: { item: ItemDetail }) {
  const colour = ITEM_COLOURS.find(({ id }) => id === item.main_color);
  const size = 'size' in item ? SIZES.find(({ id }) => id === item.size)?.name : undefined;
  const player = 'player_name' in item ? [item.number, item.player_name].filter(Boolean).join(' ') : '';
  const marks = [
    'is_signed' in item && item.is_signed && 'Signed',
    item.is_replica && 'Replica',
    item.is_private && 'Only for you',
  ].filter((mark) => mark !== false);
  const facts: ReadonlyArray<readonly [string, React.ReactNode]> = [
    ['Condition', `${item.condition} of 10`],
    ['Size', size],
    ['On the back', player],
    ['Colour', colour && <Swatch {...colour} />],
    ['Marks', marks.join(', ')],
    ['Tags', item.tags.join(', ')],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

import { Link } from 'react-router';
import type { ListedKit } from '@kitroom/catalogue-client';
import { OwnedMark } from './owned-mark.tsx';
import { useOwnedKits } from './use-owned-kits.ts';

/** A kit of a list, with its details if the list was read with `expand`. */
interface CardKit extends ListedKit {
  /** Default: type and brand. */
  detail?: string;
}

/** A kit of a wall. The picture has a square of fixed size, so that nothing moves when it has loaded. */
function KitCard({ kit, isFirst, isOwned }: { kit: CardKit; isFirst: boolean; isOwned: boolean }) {
  return (
    // The state lets the kit's screen show these fields before it has loaded.
    <Link to={`/kits/${kit.id}`} state={{ kit }} className="card">
      <span className="picture marked">
        <img
          src={kit.main_img_url}
          alt=""
          width="400"
          height="400"
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
        {isOwned && <OwnedMark />}
      </span>
      <span className="card-title">{kit.name}</span>
      <span className="card-detail">
        {kit.detail ?? [kit.type?.name, kit.brand?.name].filter(Boolean).join(' · ')}
      </span>
    </Link>
  );
}

/** A wall of kits. `isBusy` dims it while other kits are loading. */
export function KitWall({ kits, isBusy = false }: { kits: readonly CardKit[]; isBusy?: boolean }) {
  const owned = useOwnedKits();
  return (
    <ul className="wall" aria-busy={isBusy}>
      {kits.map((kit, index) => (
        <li key={kit.id}>
          <KitCard kit={kit} isFirst={index < EAGER} isOwned={owned?.has(kit.id) ?? false} />
        </li>
      ))}
    </ul>
  );
}

/** Placeholders for cards, so that the page has its final height from the start. */
export function WallPlaceholder({
  count,
  shape = 'square',
}: {
  count: number;
  shape?: 'square' | 'portrait';
}) {
  return (
    <ul className="wall" aria-hidden="true">
      {Array.from({ length: count }, (_none, index) => (
        <li key={index} className="card">
          <span className={`picture ${shape}`} />
          <span className="card-title" />
          <span className="card-detail" />
        </li>
      ))}
    </ul>
  );
}

/** About the number of kits that are visible without scrolling. */
const EAGER = 8;

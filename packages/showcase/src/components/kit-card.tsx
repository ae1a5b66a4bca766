import { Link } from 'react-router';

/** A kit of a list; with its details if the list was read with `expand`. */
interface CardKit {
  id: number;
  name: string;
  main_img_url: string;
  type?: { name: string } | undefined;
  brand?: { name: string } | undefined;
  /** Default: type and brand. */
  detail?: string;
}

/** A kit of a wall: its picture in a square of fixed size, so that nothing moves when it arrives. */
function KitCard({ kit, isFirst }: { kit: CardKit; isFirst: boolean }) {
  return (
    <Link to={`/kits/${kit.id}`} className="card">
      <span className="picture">
        <img
          src={kit.main_img_url}
          alt=""
          width="400"
          height="400"
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
      </span>
      <span className="card-title">{kit.name}</span>
      <span className="card-detail">
        {kit.detail ?? [kit.type?.name, kit.brand?.name].filter(Boolean).join(' · ')}
      </span>
    </Link>
  );
}

/** A wall of kits; `isBusy` dims it while other ones are being read. */
export function KitWall({ kits, isBusy = false }: { kits: readonly CardKit[]; isBusy?: boolean }) {
  return (
    <ul className="wall" aria-busy={isBusy}>
      {kits.map((kit, index) => (
        <li key={kit.id}>
          <KitCard kit={kit} isFirst={index < EAGER} />
        </li>
      ))}
    </ul>
  );
}

/** Boxes where cards will be, so that the page has its height from the start. */
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

/** About what is visible without scrolling. */
const EAGER = 8;

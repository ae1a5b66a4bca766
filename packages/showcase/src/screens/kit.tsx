import { Fragment } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { Kit, ListedKit } from '@kitroom/catalogue-client';
import { DetailList } from '../components/detail-list.tsx';
import { Loading, Problem } from '../components/feedback.tsx';
import { ProblemPage } from '../components/page.tsx';
import { Swatch } from '../components/swatch.tsx';
import { toKitsPath, useKit } from '../components/use-kits.ts';
import { useOwnedKits } from '../components/use-owned-kits.ts';
import { SameSeason } from './same-season.tsx';

/** A kit with all its details, or with those of the list from which it was opened. */
export type KnownKit = ListedKit & Partial<Pick<Kit, 'competition'>>;

/** A kit with a large picture, its details, and the club's other kits of that season. */
export function KitScreen() {
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useKit(id);
  const listed = useListedKit(id);
  const kit: KnownKit | undefined = data ?? listed;
  if (!kit && error) return <ProblemPage error={error} onRetry={() => void refetch()} />;
  if (!kit) return <Loading />;
  const { team, season } = kit;
  return (
    <div className="page">
      <title>{`${kit.name} · Kitroom`}</title>
      <article className="kit catalogue-kit">
        <span className="picture large">
          <img src={kit.main_img_url} alt={kit.name} width="800" height="800" fetchPriority="high" />
        </span>
        <div className="kit-facts">
          <p className="eyebrow">
            {team && season && (
              <>
                <Link to={`/clubs/${team.id}`}>{team.name}</Link> · {season.year}
              </>
            )}
          </p>
          <h1>{kit.name}</h1>
          <OwnItems kitId={kit.id} />
          {error && <Problem error={error} onRetry={() => void refetch()} />}
          <KitFacts kit={kit} />
        </div>
      </article>
      {team && season && <SameSeason key={kit.id} kitId={kit.id} team={team} season={season} />}
    </div>
  );
}

/**
 * The kit as it was in the list from which this screen was opened, which is stored in the history state.
 */
function useListedKit(id: number): ListedKit | undefined {
  const { kit } = (useLocation().state ?? {}) as { kit?: ListedKit };
  return kit?.id === id ? kit : undefined;
}

/** Links to the user's items of this kit, and to the form that adds one. */
function OwnItems({ kitId }: { kitId: number }) {
  const owned = useOwnedKits();
  // Reserves the space of the links while they are loading, so that nothing moves.
  if (!owned) return <div className="own-items" />;
  const items = owned.get(kitId) ?? [];
  const [first] = items;
  return (
    <div className="actions own-items">
      {items.length === 1 && (
        <Link to={`/items/${first}`} className="button">
          In your collection
        </Link>
      )}
      {items.length > 1 && (
        <span>
          In your collection:{' '}
          {items.map((item, index) => (
            <Fragment key={item}>
              {index > 0 && ', '}
              <Link to={`/items/${item}`}>{`item ${index + 1}`}</Link>
            </Fragment>
          ))}
        </span>
      )}
      <Link to={`/add?kit=${kitId}`} className={first ? 'button' : 'button primary'}>
        {first ? 'Add another' : 'Add to my collection'}
      </Link>
    </div>
  );
}

function KitFacts({ kit }: { kit: KnownKit }) {
  const { type, brand, design, rating = null, competition = [] } = kit;
  const colours = [kit.primary_color ?? [], kit.secondary_color ?? []].flat();
  const competitions = competition.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link to={toKitsPath({ competition: id })}>{name}</Link>
    </Fragment>
  ));
  return (
    <DetailList
      facts={[
        ['Type', type && <Link to={toKitsPath({ type: type.id })}>{type.name}</Link>],
        ['Brand', brand && <Link to={toKitsPath({ brand: brand.id })}>{brand.name}</Link>],
        ['Design', design && <Link to={toKitsPath({ design })}>{design}</Link>],
        ['Colours', colours.length > 0 && colours.map((colour) => <Swatch key={colour.name} {...colour} />)],
        ['Rating', rating !== null && `${rating} of 5`],
        // Last, so that nothing moves when it appears, because lists do not contain competitions.
        ['Worn in', competitions.length > 0 && competitions],
      ]}
    />
  );
}

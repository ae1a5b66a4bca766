import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useParams } from 'react-router';
import { Facts } from '../components/facts.tsx';
import { Loading } from '../components/feedback.tsx';
import { ProblemPage } from '../components/page.tsx';
import { KitWall } from '../components/kit-card.tsx';
import { Swatch } from '../components/swatch.tsx';
import { toKitsPath, useKit } from '../components/use-kits.ts';
import { useCatalogue } from '../services.ts';
import type { Kit } from '../types.ts';

/** One kit: a large picture, the facts, and what else the club wore in that season. */
export function KitScreen() {
  const { data: kit, error, refetch } = useKit(Number(useParams()['id']));
  if (error) return <ProblemPage error={error} onRetry={() => void refetch()} />;
  if (!kit) return <Loading />;
  return (
    <div className="page">
      <title>{`${kit.name} · Kitroom`}</title>
      <article className="kit">
        <span className="picture large">
          <img src={kit.main_img_url} alt={kit.name} width="800" height="800" fetchPriority="high" />
        </span>
        <div className="kit-facts">
          <p className="eyebrow">
            <Link to={`/clubs/${kit.team.id}`}>{kit.team.name}</Link> · {kit.season.year}
          </p>
          <h1>{kit.name}</h1>
          <Link to={`/add?kit=${kit.id}`} className="button primary">
            Add to my collection
          </Link>
          <KitFacts kit={kit} />
        </div>
      </article>
      <SameSeason kit={kit} />
    </div>
  );
}

function KitFacts({ kit }: { kit: Kit }) {
  const colours = [kit.primary_color, ...kit.secondary_color].filter((colour) => colour !== null);
  const competitions = kit.competition.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link to={toKitsPath({ competition: id })}>{name}</Link>
    </Fragment>
  ));
  return (
    <Facts
      facts={[
        ['Type', kit.type.name],
        ['Brand', <Link to={toKitsPath({ brand: kit.brand.id })}>{kit.brand.name}</Link>],
        ['Design', kit.design && <Link to={toKitsPath({ design: kit.design })}>{kit.design}</Link>],
        ['Colours', colours.length > 0 && colours.map((one) => <Swatch key={one.name} {...one} />)],
        ['Worn in', competitions.length > 0 && competitions],
        ['Rating', kit.rating !== null && `${kit.rating} of 5`],
      ]}
    />
  );
}

function SameSeason({ kit: { id, team, season } }: { kit: Kit }) {
  const catalogue = useCatalogue();
  const { data = [] } = useQuery({
    queryKey: ['catalogue', 'kits-of-season', team.id, season.id],
    queryFn: ({ signal }) =>
      catalogue.clubs.kits({ club_id: team.id, season: season.id, expand: true, page_size: 24 }, { signal }),
  });
  const others = data.filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="same-season">
      <h2 id="same-season">{`${team.name} in ${season.year}`}</h2>
      <KitWall kits={others} />
    </section>
  );
}

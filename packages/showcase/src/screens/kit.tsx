import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useParams } from 'react-router';
import { Loading } from '../components/feedback.tsx';
import { ProblemPage } from '../components/problem-page.tsx';
import { KitWall } from '../components/kit-card.tsx';
import { Swatch } from '../components/swatch.tsx';
import { useCatalogue } from '../services.ts';
import type { Kit } from '../types.ts';

/** One kit: a large picture, the facts, and what else the club wore in that season. */
export function KitScreen() {
  const catalogue = useCatalogue();
  const kitId = Number(useParams()['id']);
  const {
    data: kit,
    error,
    refetch,
  } = useQuery({
    queryKey: ['catalogue', 'kit', kitId],
    queryFn: ({ signal }) => catalogue.kits.get({ kit_id: kitId }, { signal }),
  });
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
  return (
    <dl className="facts">
      <Fact name="Type">{kit.type.name}</Fact>
      <Fact name="Brand">
        <Link to={`/?brand=${kit.brand.id}`}>{kit.brand.name}</Link>
      </Fact>
      {kit.design && (
        <Fact name="Design">
          <Link to={`/?design=${encodeURIComponent(kit.design)}`}>{kit.design}</Link>
        </Fact>
      )}
      {colours.length > 0 && (
        <Fact name="Colours">
          {colours.map((colour) => (
            <Swatch key={colour.name} {...colour} />
          ))}
        </Fact>
      )}
      {kit.competition.length > 0 && (
        <Fact name="Worn in">
          {kit.competition.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Link to={`/?competition=${id}`}>{name}</Link>
            </Fragment>
          ))}
        </Fact>
      )}
      {kit.rating !== null && <Fact name="Rating">{`${kit.rating} of 5`}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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

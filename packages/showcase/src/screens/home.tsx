import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { toSearchPath } from '../components/use-kits.ts';
import { useCatalogue } from '../services.ts';
import { useLikelyUser } from '../session.ts';
import { CatalogueLinks } from './catalogue-links.tsx';
import { FILTER_NAMES } from './use-kit-filters.ts';

const CollectorHome = lazy(async () => ({ default: (await import('./collector-home.tsx')).CollectorHome }));

/** The home screen: an introduction, or for collectors their newest items, and links into the catalogue. */
export function HomeScreen() {
  const user = useLikelyUser();
  const [params] = useSearchParams();
  const { search } = useLocation();
  // Old links to the wall of kits, which used to be at this path.
  if (FILTER_NAMES.some((name) => params.has(name))) return <Navigate to={`/kits${search}`} replace />;
  if (user === undefined) return <Loading />;
  return (
    <div className="page home">
      <title>Kitroom</title>
      {user ? <CollectorHome name={user.name || user.username} /> : <Welcome />}
    </div>
  );
}

const EXAMPLES = ['malaga 2003', 'bayern home', 'nike'];

function Welcome() {
  return (
    <>
      <header>
        <h1>Kitroom is a catalogue of football kits, and a place to keep your own collection.</h1>
        <p className="count">
          Search for a club, a season or a brand above, such as{' '}
          {EXAMPLES.map((keyword, index) => (
            <span key={keyword}>
              {index > 0 && ', '}
              <Link to={toSearchPath(keyword)}>{keyword}</Link>
            </span>
          ))}
          .
        </p>
      </header>
      <CatalogueLinks />
      <RandomKits />
    </>
  );
}

const ROW_SIZE = 6;

/** Random kits, invitations, and a note about the pictures. The note is last, so that it moves nothing. */
function RandomKits() {
  const catalogue = useCatalogue();
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'random-kits'],
    queryFn: ({ signal }) => catalogue.kits.random({ page_size: ROW_SIZE }, { signal }),
  });
  const kits = data?.kits.map((kit) => ({ ...kit, detail: `${kit.type_name} · ${kit.brand_name}` }));
  return (
    <>
      <section className="row" aria-labelledby="some-kits">
        <h2 id="some-kits">Some of the kits</h2>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {kits ? <KitWall kits={kits} /> : !error && <WallPlaceholder count={ROW_SIZE} />}
      </section>
      <Invitations />
      {kits && kits.length > 0 && kits.every((kit) => isDrawn(kit.main_img_url)) && (
        <p className="count">
          The pictures of this catalogue are drawn from the colours and the design of each kit. They are not
          photos.
        </p>
      )}
    </>
  );
}

/** Whether a picture is drawn by the catalogue, as all pictures of the demo are. */
function isDrawn(url: string): boolean {
  return new URL(url).pathname.endsWith('/picture.svg');
}

function Invitations() {
  return (
    <ul className="invitations" aria-label="Your collection">
      <li className="notice">
        <h2>Import your spreadsheet</h2>
        <p>Kitroom finds the club, season and brand of each row in the catalogue. You check the result.</p>
        <Link to="/collection/import" className="button">
          Import a spreadsheet
        </Link>
      </li>
      <li className="notice">
        <h2>Create an account</h2>
        <p>Keep your shirts with photos, sizes and values. You decide who sees them.</p>
        <Link to="/sign-up" className="button primary">
          Create an account
        </Link>
      </li>
    </ul>
  );
}

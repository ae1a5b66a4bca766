import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { ProblemPage } from '../components/problem-page.tsx';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { useCatalogue } from '../services.ts';
import { ClubColours } from './club-colours.tsx';

const SEASONS_PER_PAGE = 10;

/** A club: its crest, its colours over the decades, and its kits by season, newest first. */
export function ClubScreen() {
  const catalogue = useCatalogue();
  const clubId = Number(useParams()['id']);
  const {
    data: club,
    error,
    refetch,
  } = useQuery({
    queryKey: ['club', clubId],
    queryFn: ({ signal }) => catalogue.clubs.get({ club_id: clubId }, { signal }),
  });
  if (error) return <ProblemPage error={error} onRetry={() => void refetch()} />;
  if (!club) return <Loading />;
  return (
    <div className="page">
      <title>{`${club.name} · Kitroom`}</title>
      <header className="club-header">
        <img src={club.logo} alt="" width="96" height="96" />
        <div>
          {club.country && <p className="eyebrow">{nameCountry(club.country)}</p>}
          <h1>{club.name}</h1>
        </div>
      </header>
      <ClubColours clubId={clubId} />
      <Timeline clubId={clubId} />
    </div>
  );
}

function Timeline({ clubId }: { clubId: number }) {
  const catalogue = useCatalogue();
  const pages = useInfiniteQuery({
    queryKey: ['timeline', clubId],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { club_id: clubId, page: pageParam, page_size: SEASONS_PER_PAGE };
      const page = await catalogue.clubs.timeline(asked, { signal });
      return Array.isArray(page) ? page : page.seasons;
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < SEASONS_PER_PAGE ? undefined : page + 1),
  });
  return (
    <>
      {pages.isPending && <WallPlaceholder count={8} />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data?.pages.flat().map(({ season, kits }) => (
        <section key={season.id} className="season" aria-labelledby={`season-${season.id}`}>
          <h2 id={`season-${season.id}`}>{season.year}</h2>
          <KitWall kits={kits} />
        </section>
      ))}
      <LoadMore
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetching}
        load={() => void pages.fetchNextPage()}
      />
    </>
  );
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of a two-letter country code; other texts are returned as they are. */
function nameCountry(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

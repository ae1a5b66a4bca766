import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { nameCountry } from '../components/format.ts';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { ProblemPage } from '../components/page.tsx';
import { useClub } from '../components/use-kits.ts';
import { useCatalogue } from '../services.ts';
import { ClubColours } from './club-colours.tsx';

const SEASONS_PER_PAGE = 10;

/** A club with its crest, its colours over the decades, and its kits by season, newest first. */
export function ClubScreen() {
  const clubId = Number(useParams()['id']);
  const query = useClub(clubId);
  if (query.error) return <ProblemPage error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const club = query.data;
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
      <Timeline clubId={clubId} />
    </div>
  );
}

function Timeline({ clubId }: { clubId: number }) {
  const pages = useTimeline(clubId);
  return (
    <>
      <ClubColours decades={pages.data?.pages[0]?.colors ?? []} />
      {pages.isPending && <WallPlaceholder count={8} />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data?.pages
        .flatMap(({ seasons }) => seasons)
        .map(({ season, kits }) => (
          <section key={season.id} className="season" aria-labelledby={`season-${season.id}`}>
            <h2 id={`season-${season.id}`}>{season.year}</h2>
            <KitWall kits={kits} />
          </section>
        ))}
      <LoadMore pages={pages} />
    </>
  );
}

/** Reads the seasons page by page. The first page includes the colours of all decades. */
function useTimeline(clubId: number) {
  const catalogue = useCatalogue();
  return useInfiniteQuery({
    queryKey: ['catalogue', 'timeline', clubId],
    queryFn: async ({ pageParam: page, signal }) => {
      const args = { club_id: clubId, page, page_size: SEASONS_PER_PAGE, colors: page === 1 };
      const timeline = await catalogue.clubs.timeline(args, { signal });
      return Array.isArray(timeline) ? { seasons: timeline, colors: [] } : timeline;
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.seasons.length < SEASONS_PER_PAGE ? undefined : page + 1),
  });
}

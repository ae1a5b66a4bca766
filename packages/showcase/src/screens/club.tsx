import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { KitWall } from '../components/kit-card.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { useCatalogue } from '../services.ts';

const PAGE_SIZE = 24;

/** A club: its crest, and its kits, newest season first. */
export function ClubScreen() {
  const catalogue = useCatalogue();
  const clubId = Number(useParams()['id']);
  const { data: club, error } = useQuery({
    queryKey: ['club', clubId],
    queryFn: ({ signal }) => catalogue.clubs.get({ club_id: clubId }, { signal }),
  });
  const pages = useInfiniteQuery({
    queryKey: ['club-kits', clubId],
    queryFn: ({ pageParam, signal }) =>
      catalogue.clubs.kits({ club_id: clubId, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < PAGE_SIZE ? undefined : page + 1),
  });
  if (error) return <Problem error={error} />;
  if (!club) return <Loading />;
  return (
    <div className="page">
      <title>{`${club.name} · Kitroom`}</title>
      <header className="club-header">
        <img src={club.logo} alt="" width="96" height="96" />
        <div>
          {club.country && <p className="eyebrow">{club.country}</p>}
          <h1>{club.name}</h1>
        </div>
      </header>
      <KitWall kits={pages.data?.pages.flat() ?? []} />
      <LoadMore
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetching}
        load={() => void pages.fetchNextPage()}
      />
    </div>
  );
}

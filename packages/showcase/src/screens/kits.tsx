import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { countOf } from '../components/format.ts';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { ListProblem } from '../components/list-problem.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { useCatalogue } from '../services.ts';
import { KitFilters } from './kit-filters.tsx';
import { useKitFacets, useKitFilters } from './use-kit-filters.ts';

const PAGE_SIZE = 48;

/** A wall of all kits that match the filters of the URL. */
export function KitsScreen() {
  const catalogue = useCatalogue();
  const filters = useKitFilters();
  const pages = useInfiniteQuery({
    queryKey: ['catalogue', 'kits', filters],
    queryFn: ({ pageParam, signal }) =>
      catalogue.kits.list({ ...filters, expand: true, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < PAGE_SIZE ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
  const kits = pages.data?.pages.flat();
  return (
    <div className="page">
      <title>Kits · Kitroom</title>
      <header className="page-header">
        <h1>Kits</h1>
        <KitCount />
      </header>
      <div className="with-sidebar">
        <KitFilters />
        <section aria-label="Kits" className="results">
          {pages.isPending && <WallPlaceholder count={PAGE_SIZE} />}
          {pages.isError && <ListProblem error={pages.error} onRetry={() => void pages.refetch()} />}
          {kits && <KitWall kits={kits} isBusy={pages.isPlaceholderData} />}
          {kits?.length === 0 && <p className="empty">No kit has all of this. Take a filter away.</p>}
          <LoadMore pages={pages} />
        </section>
      </div>
    </div>
  );
}

/** How many kits match, announced when that changes. */
function KitCount() {
  const { data } = useKitFacets();
  return (
    <p className="count" role="status">
      {data && countOf(data.total, 'kit')}
    </p>
  );
}

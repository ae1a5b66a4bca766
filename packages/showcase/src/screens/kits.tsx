import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { countOf } from '../components/format.ts';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { ListProblem } from '../components/list-problem.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { OrderSelect } from '../components/order-select.tsx';
import { pickParams } from '../components/search-params.ts';
import { useCatalogue } from '../services.ts';
import { KitFilters } from './kit-filters.tsx';
import { showFirstResults, useKitFacets, useKitFilters } from './use-kit-filters.ts';

const PAGE_SIZE = 48;

/** A wall of all kits that match the filters of the URL, in the URL's ordering. */
export function KitsScreen() {
  const pages = useKitPages();
  const kits = pages.data?.pages.flat();
  return (
    <div className="page">
      <title>Kits · Kitroom</title>
      <a className="skip-link" href="#kits">
        Skip to the kits
      </a>
      <header className="page-header">
        <h1>Kits</h1>
        <KitCount />
      </header>
      <div className="with-sidebar">
        <div className="filters wall-tools">
          <OrderSelect orderings={ORDERINGS} onChoose={showFirstResults} />
          <KitFilters />
        </div>
        <section id="kits" aria-label="Kits" className="results" tabIndex={-1}>
          {pages.isPending && <WallPlaceholder count={PAGE_SIZE} />}
          {pages.isError && <ListProblem error={pages.error} onRetry={() => void pages.refetch()} />}
          {kits && <KitWall kits={kits} isBusy={pages.isPlaceholderData} />}
          {kits?.length === 0 && <p className="empty">No kits match all filters. Remove a filter.</p>}
          <LoadMore pages={pages} />
        </section>
      </div>
    </div>
  );
}

function useKitPages() {
  const catalogue = useCatalogue();
  const [params] = useSearchParams();
  const query = { ...useKitFilters(), ...pickParams(params, ['ordering']) };
  return useInfiniteQuery({
    queryKey: ['catalogue', 'kits', query],
    queryFn: ({ pageParam, signal }) =>
      catalogue.kits.list({ ...query, expand: true, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < PAGE_SIZE ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}

/** The number of matching kits, announced to screen readers when it changes. */
function KitCount() {
  const { data } = useKitFacets();
  return (
    <p className="count" role="status">
      {data && countOf(data.total, 'kit')}
    </p>
  );
}

const ORDERINGS = [
  ['', 'Newest first'],
  ['-season', 'Latest season'],
  ['season', 'Earliest season'],
  ['name', 'By name'],
  ['-rating', 'Best rating'],
] as const;

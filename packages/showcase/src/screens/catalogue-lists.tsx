import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { NavLink, useSearchParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { OrderSelect } from '../components/order-select.tsx';
import { RecordLinks } from '../components/record-links.tsx';
import { SearchInput } from '../components/search-input.tsx';
import { useCatalogue } from '../services.ts';
import { PAGE_SIZE, READ_LIST, type ListName, type ListOrdering } from './read-list.ts';

const ORDERINGS = [
  ['', 'By name'],
  ['-kit_count', 'Most kits first'],
] as const satisfies ReadonlyArray<readonly [ListOrdering | '', string]>;

const TITLES: Readonly<Record<ListName, string>> = {
  clubs: 'Clubs',
  countries: 'Countries',
  competitions: 'Competitions',
  brands: 'Brands',
};

/**
 * A list of the catalogue's clubs, countries, competitions or brands. Each has its number of kits and a link
 * to them.
 */
export function CatalogueListScreen({ list }: { list: ListName }) {
  const title = TITLES[list];
  return (
    <div className="page">
      <title>{`${title} · Kitroom`}</title>
      <h1>{title}</h1>
      <nav className="tabs" aria-label="Lists">
        {Object.entries(TITLES).map(([name, text]) => (
          <NavLink key={name} to={`/${name}`}>
            {text}
          </NavLink>
        ))}
      </nav>
      <form
        className="toolbar list-toolbar"
        role="search"
        aria-label={title}
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchInput name="keyword" label="Filter by name" />
        <OrderSelect orderings={ORDERINGS} />
      </form>
      <Records list={list} />
    </div>
  );
}

function Records({ list }: { list: ListName }) {
  const pages = useListPages(list);
  const records = pages.data?.pages.flat();
  return (
    <section aria-label={TITLES[list]} className="results" aria-busy={pages.isPlaceholderData}>
      {pages.isPending && <Loading />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {records && records.length > 0 && <RecordLinks records={records} />}
      <p className="empty" role="status">
        {records?.length === 0 && 'No name matches.'}
      </p>
      {records && <LoadMore pages={pages} />}
    </section>
  );
}

/** Reads the records that match the parameters of the URL, page by page. */
function useListPages(list: ListName) {
  const catalogue = useCatalogue();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const keyword = params.get('keyword') ?? '';
  const ordering = params.get('ordering') === '-kit_count' ? '-kit_count' : 'name';
  return useInfiniteQuery({
    queryKey: ['catalogue', 'list', list, keyword, ordering],
    queryFn: ({ pageParam: page, signal }) =>
      READ_LIST[list]({ catalogue, queries, signal }, { keyword, ordering, page, page_size: PAGE_SIZE }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < PAGE_SIZE ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}

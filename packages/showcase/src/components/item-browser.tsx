import { useMemo, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { countOf } from './format.ts';
import { ChosenFilters, ItemFilters } from './item-filters.tsx';
import { readItemFilters, readItemQuery } from './item-query.ts';
import { ItemTable } from './item-table.tsx';
import { ItemToolbar } from './item-toolbar.tsx';
import { ItemTotals } from './item-totals.tsx';
import { ItemWall, type Selection } from './item-wall.tsx';
import { WallPlaceholder } from './kit-card.tsx';
import { ListProblem } from './list-problem.tsx';
import { LoadMore } from './load-more.tsx';
import { NoItems } from './no-items.tsx';
import { useItemPages, type ItemSource } from './use-item-pages.ts';
import { useItemView } from './use-item-view.ts';

interface ItemBrowserProps {
  source: ItemSource;
  /** If set, clicking an item selects it instead of opening it. */
  selection?: Selection | undefined;
  /** Rendered between the filters and the items, with the number of matching items. */
  tools?: (count: number) => ReactNode;
}

/** The items of a collection with search, filters and sorting. The URL contains the state. */
export function ItemBrowser({ source, selection, tools }: ItemBrowserProps) {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const pages = useItemPages(source, readItemQuery(params));
  const items = useMemo(() => pages.data?.pages.flatMap(({ results }) => results), [pages.data]);
  const list = useMemo(() => ({ source, path: pathname + search }), [source, pathname, search]);
  const count = pages.data?.pages[0]?.count ?? 0;
  const look = useItemView(source);
  const filters = readItemFilters(params);
  const isFiltered = Object.keys(filters).length > 0;
  if (count === 0 && pages.isSuccess && !isFiltered) return <NoItems source={source} />;
  const shown = items && { items, list, selection, isBusy: pages.isPlaceholderData };
  return (
    <div className="with-sidebar">
      <ItemFilters source={source} count={count} />
      <section aria-labelledby="items" className="results">
        <h2 id="items" className="visually-hidden">
          Items
        </h2>
        <a className="skip-link" href="#item-list">
          Skip to the items
        </a>
        <ItemToolbar source={source} look={look} />
        <ChosenFilters source={source} />
        <div className="summary">
          <p className="count" role="status">
            {pages.data && countOf(count, 'item')}
          </p>
          {source === 'mine' && <ItemTotals filters={filters} />}
        </div>
        {tools?.(count)}
        <div id="item-list" tabIndex={-1} />
        {pages.isPending && <WallPlaceholder count={12} shape="portrait" />}
        {pages.isError && <ListProblem error={pages.error} onRetry={() => void pages.refetch()} />}
        {shown &&
          (look.view === 'wall' ? <ItemWall {...shown} /> : <ItemTable {...shown} columns={look.columns} />)}
        {items?.length === 0 && <NoItems source={source} />}
        <LoadMore pages={pages} />
      </section>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { countOf } from './format.ts';
import { ItemFilters } from './item-filters.tsx';
import { isFiltered, readItemQuery } from './item-query.ts';
import { ItemWall, type Selection } from './item-wall.tsx';
import { WallPlaceholder } from './kit-card.tsx';
import { ListProblem } from './list-problem.tsx';
import { LoadMore } from './load-more.tsx';
import { useItemPages, type ItemSource } from './use-item-pages.ts';

interface ItemBrowserProps {
  source: ItemSource;
  /** If given, cards are chosen instead of opened. */
  selection?: Selection | undefined;
  /** Stands between the filters and the items; gets how many items match. */
  tools?: (count: number) => ReactNode;
}

/** A collection's items with search, filters and sorting, whose state is the URL. */
export function ItemBrowser({ source, selection, tools }: ItemBrowserProps) {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const pages = useItemPages(source, readItemQuery(params));
  const items = pages.data?.pages.flatMap(({ results }) => results);
  const count = pages.data?.pages[0]?.count ?? 0;
  return (
    <section aria-labelledby="items" className="results">
      <h2 id="items" className="visually-hidden">
        Items
      </h2>
      <a className="skip-link" href="#item-list">
        Skip to the items
      </a>
      <ItemFilters item={items?.[0]} />
      <p className="count" role="status">
        {pages.data && countOf(count, 'item')}
      </p>
      {tools?.(count)}
      <div id="item-list" tabIndex={-1} />
      {pages.isPending && <WallPlaceholder count={12} shape="portrait" />}
      {pages.isError && <ListProblem error={pages.error} onRetry={() => void pages.refetch()} />}
      {items && (
        <ItemWall
          items={items}
          list={{ source, path: pathname + search }}
          selection={selection}
          isBusy={pages.isPlaceholderData}
        />
      )}
      {items?.length === 0 && (
        <p className="empty">{isFiltered(params) ? 'No item matches.' : 'There are no items yet.'}</p>
      )}
      <LoadMore pages={pages} />
    </section>
  );
}

import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { readItemQuery } from './item-query.ts';
import { toItem } from './item-wall.tsx';
import { useItemPages, type ItemList } from './use-item-pages.ts';

/** The maximum number of pages to search for the item. */
const PAGES_MAX = 10;

/** Links to the previous and next item in the list from which the user came, and back to the list. */
export function ItemPager({ id }: { id: number }) {
  const state = useLocation().state as { list?: ItemList } | null;
  return state?.list ? <PagerOfList id={id} list={state.list} /> : null;
}

function PagerOfList({ id, list }: { id: number; list: ItemList }) {
  const { search } = new URL(list.path, window.location.origin);
  const pages = useItemPages(list.source, readItemQuery(new URLSearchParams(search)));
  const ids = pages.data?.pages.flatMap(({ results }) => results.map((item) => item.id)) ?? [];
  const index = ids.indexOf(id);
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  // After a reload, pages are read until the item is found. It may no longer be in the list.
  const isSearching = index < 0 && (pages.data?.pages.length ?? 0) < PAGES_MAX;
  const needsMore = isSearching || index === ids.length - 1;
  useEffect(() => {
    if (needsMore && hasNextPage && !isFetching) void fetchNextPage();
  }, [needsMore, hasNextPage, isFetching, fetchNextPage]);
  return (
    <nav className="pager" aria-label="In the list">
      <Link to={list.path}>
        {list.path.startsWith('/collection') ? 'Back to my collection' : 'Back to the collection'}
      </Link>
      <PagerLink id={ids[index - 1]} list={list} text="Previous" />
      <PagerLink id={index < 0 ? undefined : ids[index + 1]} list={list} text="Next" />
    </nav>
  );
}

function PagerLink({ id, list, text }: { id: number | undefined; list: ItemList; text: string }) {
  if (id === undefined) return <span aria-hidden="true">{text}</span>;
  return (
    <Link to={toItem(id, list)} state={{ list }} replace>
      {text}
    </Link>
  );
}

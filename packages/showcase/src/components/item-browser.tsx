import { useSearchParams } from 'react-router';
import type { ItemQuery } from '../types.ts';
import { countOf } from './count-of.ts';
import { Problem } from './feedback.tsx';
import { ItemWall } from './item-wall.tsx';
import { WallPlaceholder } from './kit-card.tsx';
import { LoadMore } from './load-more.tsx';
import type { ItemPages } from './use-item-pages.ts';

const TYPES = ['jersey', 'shorts', 'outerwear', 'tracksuit', 'pants', 'other'];
const ORDERINGS = {
  '': 'Newest first',
  name: 'Name',
  '-season': 'Season, newest first',
  season: 'Season, oldest first',
  '-condition': 'Best condition first',
};

/** The filters in a URL, as the client takes them. */
export function readItemQuery(params: URLSearchParams): ItemQuery {
  const names = ['search', 'item_type', 'is_signed', 'ordering'];
  return Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as ItemQuery;
}

interface ItemBrowserProps {
  pages: ItemPages;
  /** The address of an item's screen. */
  toItem?: (id: number) => string;
}

/** A collection's items with search, filters and sorting, whose state is the URL. */
export function ItemBrowser({ pages, toItem = (id) => `/items/${id}` }: ItemBrowserProps) {
  const items = pages.data?.pages.flatMap(({ results }) => results);
  const [params] = useSearchParams();
  const { ordering: _ordering, ...filters } = readItemQuery(params);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <section aria-labelledby="items" className="results">
      <h2 id="items" className="visually-hidden">
        Items
      </h2>
      <ItemFilters />
      <p className="count" role="status">
        {pages.data && countItems(pages.data.pages[0]?.count ?? 0)}
      </p>
      {pages.isPending && <WallPlaceholder count={12} shape="portrait" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {items && <ItemWall items={items} toItem={toItem} isBusy={pages.isPlaceholderData} />}
      {items?.length === 0 && (
        <p className="empty">{isFiltered ? 'No item matches.' : 'There are no items yet.'}</p>
      )}
      <LoadMore
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetching}
        load={() => void pages.fetchNextPage()}
      />
    </section>
  );
}

function countItems(count: number): string {
  return countOf(count, 'item');
}

function ItemFilters() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        if (value) changed.set(name, value);
        else changed.delete(name);
        return changed;
      },
      { replace: true },
    );
  return (
    <form className="toolbar" role="search" aria-label="Items" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Search this collection"
        placeholder="Search this collection"
        defaultValue={params.get('search') ?? ''}
        onChange={(event) => set('search', event.target.value)}
      />
      <select
        aria-label="Type"
        value={params.get('item_type') ?? ''}
        onChange={(event) => set('item_type', event.target.value)}
      >
        <option value="">All types</option>
        {TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <select
        aria-label="Order"
        value={params.get('ordering') ?? ''}
        onChange={(event) => set('ordering', event.target.value)}
      >
        {Object.entries(ORDERINGS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <label className="check">
        <input
          type="checkbox"
          checked={params.has('is_signed')}
          onChange={(event) => set('is_signed', event.target.checked ? 'true' : '')}
        />
        Signed
      </label>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, NavLink, useSearchParams } from 'react-router';
import { CollectionStatistics } from '../components/collection-statistics.tsx';
import { Loading, Problem } from '../components/feedback.tsx';
import { ItemBrowser, readItemQuery } from '../components/item-browser.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { useCollection } from '../services.ts';
import { DownloadCollection } from './download-collection.tsx';

/** The signed-in collector's items. */
export function MyCollectionScreen() {
  const collection = useCollection();
  const [params] = useSearchParams();
  const pages = useItemPages(['collection', 'me', 'items'], readItemQuery(params), (query, signal) =>
    collection.collections.myItems(query, { signal }),
  );
  return (
    <div className="page">
      <title>My collection · Kitroom</title>
      <MyCollectionHeader />
      <ItemBrowser pages={pages} />
    </div>
  );
}

/** The same collection in numbers. */
export function MyStatisticsScreen() {
  const collection = useCollection();
  const { data, error, refetch } = useQuery({
    queryKey: ['collection', 'me'],
    queryFn: ({ signal }) => collection.collections.me({ signal }),
  });
  return (
    <div className="page">
      <title>Statistics · Kitroom</title>
      <MyCollectionHeader />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data ? <CollectionStatistics statistics={data.statistics} /> : !error && <Loading />}
    </div>
  );
}

function MyCollectionHeader() {
  return (
    <>
      <header className="page-header">
        <h1>My collection</h1>
        <div className="actions">
          <DownloadCollection />
          <Link to="/add" className="button primary">
            Add a shirt
          </Link>
        </div>
      </header>
      <nav className="tabs" aria-label="My collection">
        <NavLink to="/collection" end>
          Items
        </NavLink>
        <NavLink to="/collection/statistics">Statistics</NavLink>
      </nav>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { CollectionStatistics } from '../components/collection-statistics.tsx';
import { Problem } from '../components/feedback.tsx';
import { ItemBrowser, readItemQuery } from '../components/item-browser.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { useCollection } from '../services.ts';

/** The signed-in collector's items and statistics. */
export function MyCollectionScreen() {
  const collection = useCollection();
  const [params] = useSearchParams();
  const mine = useQuery({
    queryKey: ['collection', 'me'],
    queryFn: ({ signal }) => collection.collections.me({ signal }),
  });
  const pages = useItemPages(['collection', 'me', 'items'], readItemQuery(params), (query, signal) =>
    collection.collections.myItems(query, { signal }),
  );
  return (
    <div className="page">
      <title>My collection · Kitroom</title>
      <header className="page-header">
        <h1>My collection</h1>
        <Link to="/add" className="button primary">
          Add a shirt
        </Link>
      </header>
      {mine.isError && <Problem error={mine.error} onRetry={() => void mine.refetch()} />}
      {mine.data ? (
        <CollectionStatistics statistics={mine.data.statistics} />
      ) : (
        <div className="statistics" aria-hidden="true" />
      )}
      <ItemBrowser pages={pages} />
    </div>
  );
}

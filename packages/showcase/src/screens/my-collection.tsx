import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CollectionStatistics } from '../components/collection-statistics.tsx';
import { Loading, Problem } from '../components/feedback.tsx';
import { ItemBrowser, readItemQuery } from '../components/item-browser.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { useCollection } from '../services.ts';
import { MyCollectionHeader } from './my-collection-header.tsx';

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

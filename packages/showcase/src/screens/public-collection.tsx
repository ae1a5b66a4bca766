import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { CollectionHeader } from '../components/collection-header.tsx';
import { Loading } from '../components/feedback.tsx';
import { ProblemPage } from '../components/problem-page.tsx';
import { ItemBrowser, readItemQuery } from '../components/item-browser.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import { useCollection } from '../services.ts';

/** Somebody's public collection, for people who are signed in. */
export function PublicCollectionScreen() {
  const collection = useCollection();
  const username = useParams()['username'] ?? '';
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['collection', 'of', username],
    queryFn: ({ signal }) => collection.collections.getByUsername({ username }, { signal }),
  });
  const pages = useItemPages(
    ['collection', 'of', username, 'items'],
    readItemQuery(params),
    (query, signal) => collection.collections.itemsByUsername({ username, ...query }, { signal }),
  );
  if (error) return <ProblemPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="page">
      <title>{`${data.user.name || data.user.username} · Kitroom`}</title>
      <CollectionHeader owner={data.user} count={data.statistics.total_items} />
      <ItemBrowser pages={pages} />
    </div>
  );
}

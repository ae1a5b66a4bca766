import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CollectionHeader } from '../components/collection-header.tsx';
import { Loading } from '../components/feedback.tsx';
import { ItemBrowser } from '../components/item-browser.tsx';
import { ProblemPage } from '../components/page.tsx';
import { useCollection } from '../services.ts';
import { useUser } from '../session.ts';

/** A user's public collection, for signed-in users. */
export function PublicCollectionScreen() {
  const collection = useCollection();
  const user = useUser();
  const username = useParams()['username'] ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['collection', 'of', username],
    queryFn: ({ signal }) => collection.collections.getByUsername({ username }, { signal }),
  });
  if (error) return <ProblemPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="page">
      <title>{`${data.user.name || data.user.username} · Kitroom`}</title>
      <CollectionHeader owner={data.user} count={data.statistics.total_items} />
      {user?.id === data.user.id && (
        <p className="notice">This is your own page. Others see it without your private items.</p>
      )}
      <ItemBrowser source={{ username }} />
    </div>
  );
}

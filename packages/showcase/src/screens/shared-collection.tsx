import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { CollectionHeader } from '../components/collection-header.tsx';
import { CollectionStatistics } from '../components/collection-statistics.tsx';
import { Loading } from '../components/feedback.tsx';
import { ItemBrowser } from '../components/item-browser.tsx';
import { useCollection } from '../services.ts';
import { SharedProblem } from './shared-problem.tsx';

/** The collection or single item of a share link. No account is required. */
export function SharedCollectionScreen() {
  const collection = useCollection();
  const token = useParams()['token'] ?? '';
  // The data of the charts is loaded when they are opened.
  const [isOpen, setOpen] = useState(false);
  const shared = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => collection.shared.get({ token }, { signal }),
  });
  if (shared.error)
    return <SharedProblem token={token} error={shared.error} retry={() => void shared.refetch()} />;
  if (shared.isPending) return <Loading />;
  const { user, title, statistics, item } = shared.data;
  if (item !== null) return <Navigate to={`/s/${token}/items/${item}`} replace />;
  return (
    <div className="page">
      <title>{`${title || user.name || user.username} · Kitroom`}</title>
      <CollectionHeader owner={user} title={title} count={statistics?.total_items ?? 0} />
      {statistics && (
        <details className="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Statistics</summary>
          {isOpen && (
            <CollectionStatistics statistics={statistics} source={{ token }} items={`/s/${token}`} />
          )}
        </details>
      )}
      <ItemBrowser source={{ token }} />
    </div>
  );
}

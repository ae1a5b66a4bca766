import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { CollectionStatistics } from '../components/collection-statistics.tsx';
import { CollectionWorth, useWorth } from '../components/collection-worth.tsx';
import { Loading, Problem } from '../components/feedback.tsx';
import { ItemBrowser } from '../components/item-browser.tsx';
import { useCollection } from '../services.ts';
import { BatchPanel } from './my-collection/batch-panel.tsx';
import { MyCollectionPage } from './my-collection-page.tsx';

/** The signed-in collector's items, several of which can be changed together. */
export function MyCollectionScreen() {
  const [isSelecting, setSelecting] = useState(false);
  const [isAll, setAll] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const clear = () => {
    setAll(false);
    setIds(new Set());
  };
  const toggle = (id: number) =>
    setIds((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  return (
    <MyCollectionPage title="My collection">
      <ItemBrowser
        source="mine"
        selection={isSelecting ? { has: (id) => isAll || ids.has(id), toggle, isLocked: isAll } : undefined}
        tools={(count) => (
          <div className="batch">
            <Button
              aria-pressed={isSelecting}
              onClick={() => {
                clear();
                setSelecting(!isSelecting);
              }}
            >
              {isSelecting ? 'Done' : 'Select several'}
            </Button>
            {isSelecting && (
              <BatchPanel
                ids={isAll ? 'all' : [...ids]}
                matching={count}
                selectAll={() => setAll(true)}
                clear={clear}
              />
            )}
          </div>
        )}
      />
    </MyCollectionPage>
  );
}

/** The same collection in numbers. */
export function MyStatisticsScreen() {
  const collection = useCollection();
  const mine = useQuery({
    queryKey: ['collection', 'me'],
    queryFn: ({ signal }) => collection.collections.me({ signal }),
  });
  const worth = useWorth();
  return (
    <MyCollectionPage title="Statistics">
      {[mine, worth].map(
        ({ error, refetch }, index) =>
          error && <Problem key={index} error={error} onRetry={() => void refetch()} />,
      )}
      {(mine.isPending || worth.isPending) && <Loading />}
      {mine.data && !worth.isPending && (
        <CollectionStatistics statistics={mine.data.statistics} items="/collection">
          {worth.data && <CollectionWorth value={worth.data} />}
        </CollectionStatistics>
      )}
    </MyCollectionPage>
  );
}

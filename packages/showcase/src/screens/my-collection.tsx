import { CollectionStatistics } from '../components/collection-statistics.tsx';
import { CollectionWorth } from '../components/collection-worth.tsx';
import { Loading, Problem } from '../components/feedback.tsx';
import { ItemBrowser } from '../components/item-browser.tsx';
import { useWorth } from '../components/item-totals.tsx';
import { MyCollectionPage, useMyCollection } from './my-collection-page.tsx';
import { BatchTools } from './my-collection/batch-tools.tsx';
import { useSelection } from './my-collection/use-selection.ts';

/** The signed-in user's items. Several items can be changed together. */
export function MyCollectionScreen() {
  const selection = useSelection();
  return (
    <MyCollectionPage title="My collection">
      <ItemBrowser
        source="mine"
        selection={selection.shown}
        tools={(count) => <BatchTools selection={selection} matching={count} />}
      />
    </MyCollectionPage>
  );
}

/** The statistics of the signed-in user's collection. */
export function MyStatisticsScreen() {
  const mine = useMyCollection();
  const worth = useWorth({});
  return (
    <MyCollectionPage title="Statistics">
      {[mine, worth].map(
        ({ error, refetch }, index) =>
          error && <Problem key={index} error={error} onRetry={() => void refetch()} />,
      )}
      {(mine.isPending || worth.isPending) && <Loading />}
      {mine.data && !worth.isPending && (
        <CollectionStatistics statistics={mine.data.statistics} source="mine" items="/collection">
          {worth.data && <CollectionWorth value={worth.data} />}
        </CollectionStatistics>
      )}
    </MyCollectionPage>
  );
}

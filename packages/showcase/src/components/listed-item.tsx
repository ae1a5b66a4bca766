import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { CollectionItem } from '../types.ts';
import { Loading } from './feedback.tsx';
import { CardPhoto } from './item-wall.tsx';

/** Shows the fields of an item that a loaded list contains, until the item itself has loaded. */
export function ListedItem({ id }: { id: number }) {
  const item = findListed(useQueryClient(), id);
  if (!item) return <Loading />;
  return (
    <div className="page">
      <title>{`${item.name} · Kitroom`}</title>
      <article className="kit">
        <CardPhoto src={item.main_photo_card ?? item.main_photo} kitImage={item.labels.kit_image} />
        <div className="kit-facts">
          <h1>{item.name || 'Unnamed item'}</h1>
          <Loading />
        </div>
      </article>
    </div>
  );
}

function findListed(queries: QueryClient, id: number): CollectionItem | undefined {
  return queries
    .getQueriesData<Partial<InfiniteData<{ results?: readonly CollectionItem[] }>>>({
      queryKey: ['collection'],
    })
    .flatMap(([, data]) => data?.pages?.flatMap(({ results = [] }) => results) ?? [])
    .find((item) => item.id === id);
}

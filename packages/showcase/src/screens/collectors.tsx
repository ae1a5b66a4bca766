import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Problem } from '../components/feedback.tsx';
import { countOf } from '../components/format.ts';
import { CardPhoto } from '../components/item-wall.tsx';
import { WallPlaceholder } from '../components/kit-card.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { useCollection } from '../services.ts';

/** A wall of all public collections, most recently changed first. */
export function CollectorsScreen() {
  const collection = useCollection();
  const pages = useInfiniteQuery({
    queryKey: ['collections'],
    queryFn: ({ pageParam, signal }) => collection.collections.list({ page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
  });
  return (
    <div className="page">
      <title>Collectors · Kitroom</title>
      <header className="page-header">
        <h1>Collectors</h1>
      </header>
      {pages.isPending && <WallPlaceholder count={8} shape="portrait" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      <ul className="wall">
        {pages.data?.pages
          .flatMap(({ results }) => results)
          .map(({ user_id: id, username, name, latest_photo: photo, item_count: count }) => (
            <li key={id}>
              <Link to={`/u/${username}`} className="card">
                <CardPhoto src={photo} />
                <span className="card-title">{name || username}</span>
                <span className="card-detail">{countOf(count, 'item')}</span>
              </Link>
            </li>
          ))}
      </ul>
      <LoadMore pages={pages} />
    </div>
  );
}

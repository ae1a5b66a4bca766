import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loading } from '../components/feedback.tsx';
import { ItemDetails } from '../components/item-details.tsx';
import { ItemPager } from '../components/item-pager.tsx';
import { useCollection } from '../services.ts';
import { SharedProblem } from './shared-problem.tsx';

/** An item of a share link. */
export function SharedItemScreen() {
  const collection = useCollection();
  const { token = '', id } = useParams();
  const item = useQuery({
    queryKey: ['shared', token, 'item', id],
    queryFn: ({ signal }) => collection.shared.item({ token, id: Number(id) }, { signal }),
  });
  if (item.error) {
    return <SharedProblem token={token} error={item.error} retry={() => void item.refetch()} isItem />;
  }
  if (item.isPending) return <Loading />;
  return (
    <div className="page">
      <title>{`${item.data.name} · Kitroom`}</title>
      <ItemPager id={item.data.id} />
      <ItemDetails item={item.data} />
    </div>
  );
}

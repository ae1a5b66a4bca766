import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { ProblemPage } from '../components/problem-page.tsx';
import { FreshLink } from '../components/fresh-link.tsx';
import { ItemDetails } from '../components/item-details.tsx';
import { useCollection } from '../services.ts';
import { useUser } from '../session.ts';

/** One item with all its photos; its owner can share and delete it. */
export function ItemScreen() {
  const collection = useCollection();
  const id = Number(useParams()['id']);
  const user = useUser();
  const {
    data: item,
    error,
    refetch,
  } = useQuery({
    queryKey: ['collection', 'item', id],
    queryFn: ({ signal }) => collection.items.get({ id }, { signal }),
  });
  if (error) return <ProblemPage error={error} onRetry={() => void refetch()} />;
  if (!item) return <Loading />;
  return (
    <div className="page">
      <title>{`${item.name} · Kitroom`}</title>
      <ItemDetails item={item}>
        {'kit' in item && item.kit && <Link to={`/kits/${item.kit}`}>See the kit in the catalogue</Link>}
        {user?.id === item.user && !item.is_private && !item.is_draft && <ShareItem id={id} />}
        {user?.id === item.user && <DeleteItem id={id} />}
      </ItemDetails>
    </div>
  );
}

function ShareItem({ id }: { id: number }) {
  const collection = useCollection();
  const share = useMutation({ mutationFn: () => collection.shares.create({ scope: 'item', item: id }) });
  if (share.data) return <FreshLink token={share.data.token} />;
  return (
    <>
      {share.error && <Problem error={share.error} />}
      <button type="button" className="button" disabled={share.isPending} onClick={() => share.mutate()}>
        Share by a link
      </button>
    </>
  );
}

function DeleteItem({ id }: { id: number }) {
  const collection = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => collection.items.remove({ id }),
    onSuccess: async () => {
      await navigate('/collection');
      // The item itself must not be read again.
      await queries.invalidateQueries({ queryKey: ['collection', 'me'] });
    },
  });
  return (
    <>
      {remove.error && <Problem error={remove.error} />}
      <button
        type="button"
        className="button"
        disabled={remove.isPending}
        onClick={() => {
          if (window.confirm('Delete this item and its photos?')) remove.mutate();
        }}
      >
        Delete
      </button>
    </>
  );
}

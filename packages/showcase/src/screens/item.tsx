import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { CollectionError, eachEntry, type ItemValue } from '@kitroom/collection-client';
import { ActionButton } from '../components/action-button.tsx';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/feedback.tsx';
import { ItemDetails } from '../components/item-details.tsx';
import { ItemPager } from '../components/item-pager.tsx';
import { ListedItem } from '../components/listed-item.tsx';
import { ProblemPage } from '../components/page.tsx';
import { useAction } from '../components/use-action.ts';
import { itemKey, useItem, type ReadItem } from '../components/use-item.ts';
import { ValueChart } from '../components/value-chart.tsx';
import { useCollection } from '../services.ts';
import { useUser } from '../session.ts';
import { NewShareLink } from './share-form.tsx';

/** An item with all its fields. Its owner can edit, duplicate, share and delete it. */
export function ItemScreen() {
  const id = Number(useParams()['id']);
  const user = useUser();
  const query = useItem(id);
  if (query.error) return <ProblemPage error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListedItem id={id} />;
  const { item } = query.data;
  const isOwn = user?.id === item.user;
  return (
    <div className="page">
      <title>{`${item.name} · Kitroom`}</title>
      <ItemPager id={id} />
      <ItemDetails item={item} actions={isOwn && <OwnersActions read={query.data} />}>
        {isOwn && item.estimated_value && <ValueHistory id={id} />}
      </ItemDetails>
    </div>
  );
}

function OwnersActions({ read }: { read: ReadItem }) {
  const { item } = read;
  const { id } = item;
  // Contains the list from which the user came.
  const state = useLocation().state as unknown;
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      {item.is_draft && !item.name && <p>This draft has no name yet.</p>}
      <div className="actions">
        <Link to={`/items/${id}/edit`} state={state} className="button primary">
          Edit
        </Link>
        <Duplicate id={id} />
        {!item.is_private && !item.is_draft && (
          <Button aria-expanded={isSharing} onClick={() => setSharing(!isSharing)}>
            Share …
          </Button>
        )}
        <DeleteItem id={id} etag={read.etag} />
      </div>
      {isSharing && <ShareItem id={id} />}
    </>
  );
}

function ValueHistory({ id }: { id: number }) {
  const { items } = useCollection();
  const { data, error } = useQuery({
    queryKey: ['collection', 'values', id],
    queryFn: async ({ signal }) => {
      const values: ItemValue[] = [];
      for await (const value of eachEntry(items.values, { id }, { signal })) values.push(value);
      return values;
    },
  });
  return error ? <Problem error={error} /> : <ValueChart values={data} />;
}

/** A button that copies the item without its photos and opens the copy for editing. */
function Duplicate({ id }: { id: number }) {
  const { items } = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const copy = useAction({
    mutationFn: () => items.clone({ id }, {}),
    onSuccess: async (clone) => {
      await queries.invalidateQueries({ queryKey: ['collection', 'me'] });
      void navigate(`/items/${clone.id}/edit`);
    },
  });
  return (
    <ActionButton action={copy} onClick={() => copy.mutate()}>
      Duplicate
    </ActionButton>
  );
}

function ShareItem({ id }: { id: number }) {
  return (
    <section className="private-part" aria-labelledby="share">
      <h2 id="share">Share this item by a link</h2>
      <NewShareLink subject={{ scope: 'item', item: id }} />
    </section>
  );
}

/** A button that deletes the item if it is still the shown version. Otherwise, shows the newer version. */
function DeleteItem({ id, etag }: { id: number; etag: string | null }) {
  const collection = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useAction({
    mutationFn: () => collection.items.remove({ id }, { ifMatch: etag ?? undefined }),
    onSuccess: async () => {
      await navigate('/collection');
      // Only the lists are read again, because the item itself no longer exists.
      await queries.invalidateQueries({ queryKey: ['collection', 'me'] });
    },
    onError: (error) => {
      const isOutdated = error instanceof CollectionError && error.status === 412;
      return isOutdated && queries.invalidateQueries({ queryKey: itemKey(id) });
    },
  });
  return (
    <ActionButton
      action={remove}
      className="button danger"
      onClick={() => window.confirm('Delete this item and its photos?') && remove.mutate()}
    >
      Delete
    </ActionButton>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { ITEM_TYPE_WORDS } from '../components/item-words.ts';
import { CardPhoto } from '../components/item-wall.tsx';
import { useCollection } from '../services.ts';
import { MyCollectionPage } from './my-collection-page.tsx';

const PAGE_SIZE = 100;

/** Items that are not finished, each with what it lacks. */
export function DraftsScreen() {
  const { items, collections } = useCollection();
  const drafts = useQuery({
    queryKey: ['collection', 'me', 'drafts'],
    queryFn: ({ signal }) => items.list({ is_draft: true, page_size: PAGE_SIZE }, { signal }),
  });
  // The lists of a collection have the photos.
  const pictures = useQuery({
    queryKey: ['collection', 'me', 'items', 'drafts'],
    queryFn: ({ signal }) => collections.myItems({ is_draft: true, page_size: PAGE_SIZE }, { signal }),
  });
  const photos = new Map(
    pictures.data?.results.map((item) => [item.id, item.main_photo_card ?? item.main_photo]),
  );
  return (
    <MyCollectionPage title="Drafts">
      {drafts.isPending && <Loading />}
      {drafts.isError && <Problem error={drafts.error} onRetry={() => void drafts.refetch()} />}
      {drafts.data?.results.length === 0 && <p className="empty">You have no drafts.</p>}
      <ul className="kit-choices" aria-label="Drafts">
        {drafts.data?.results.map((draft) => (
          <li key={draft.id}>
            <Link to={`/items/${draft.id}/edit`} className="kit-choice">
              <span className="thumbnail">
                <CardPhoto src={photos.get(draft.id)} kitImage={draft.labels.kit_image} />
              </span>
              <span>
                <strong>{draft.name || `${ITEM_TYPE_WORDS[draft.item_type]} without a name`}</strong>
                <small>{draft.name ? 'Ready to be added' : 'Missing: name'}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </MyCollectionPage>
  );
}

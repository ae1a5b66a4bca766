import { Link } from 'react-router';
import { Loading, Problem } from '../components/feedback.tsx';
import { ITEM_TYPE_LABELS } from '../components/item-labels.ts';
import { CardPhoto } from '../components/item-wall.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { useItemPages } from '../components/use-item-pages.ts';
import type { CollectionItem } from '../types.ts';
import { MyCollectionPage } from './my-collection-page.tsx';
import { BatchTools } from './my-collection/batch-tools.tsx';
import { useSelection, type SeveralItems } from './my-collection/use-selection.ts';

/** Unfinished items, each with its missing fields. Several can be changed together. */
export function DraftsScreen() {
  const selection = useSelection();
  const pages = useItemPages('mine', { is_draft: true });
  const drafts = pages.data?.pages.flatMap(({ results }) => results);
  return (
    <MyCollectionPage title="Drafts">
      {pages.isPending && <Loading />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {drafts?.length === 0 && <p className="empty">You have no drafts.</p>}
      {(drafts?.length || selection.shown) && (
        <BatchTools selection={selection} matching={pages.data?.pages[0]?.count ?? 0} areDrafts />
      )}
      <ul className="kit-choices" aria-label="Drafts">
        {drafts?.map((draft) => (
          <li key={draft.id}>
            <DraftLine draft={draft} selection={selection.shown} />
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} />
    </MyCollectionPage>
  );
}

interface DraftLineProps {
  draft: CollectionItem;
  selection: SeveralItems['shown'];
}

/** A draft, for opening or selecting it. */
function DraftLine({ draft, selection }: DraftLineProps) {
  const { id, name, item_type: type } = draft;
  const missing = listMissing(draft);
  const content = (
    <>
      <span className="thumbnail">
        <CardPhoto src={draft.main_photo_card ?? draft.main_photo} kitImage={draft.labels.kit_image} />
      </span>
      <span>
        <strong>{name || `${ITEM_TYPE_LABELS[type]} without a name`}</strong>
        <small>{name ? 'Ready to be added' : 'Missing: name'}</small>
        {missing.length > 0 && <small>{`Still empty: ${missing.join(', ')}`}</small>}
      </span>
    </>
  );
  if (!selection)
    return (
      <Link to={`/items/${id}/edit`} className="kit-choice">
        {content}
      </Link>
    );
  return (
    <label className="kit-choice selectable">
      <input
        type="checkbox"
        checked={selection.has(id)}
        disabled={selection.isLocked}
        onChange={() => selection.toggle(id)}
      />
      {content}
    </label>
  );
}

/** The empty fields among those that collectors usually fill in. */
function listMissing({ labels, main_photo: photo }: CollectionItem): string[] {
  const fields = { brand: labels.brand, club: labels.club, season: labels.season, size: labels.size, photo };
  return Object.entries(fields).flatMap(([name, value]) => (value ? [] : [name]));
}

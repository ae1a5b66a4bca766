import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Kit } from '@kitroom/catalogue-client';
import { ITEM_TYPES, type ItemType } from '@kitroom/collection-client';
import { storageStatusStore } from '../browser-storage.ts';
import { Loading, Problem } from '../components/feedback.tsx';
import { ITEM_TYPE_LABELS } from '../components/item-labels.ts';
import { useAction } from '../components/use-action.ts';
import { useItem } from '../components/use-item.ts';
import { useKit } from '../components/use-kits.ts';
import { useCollection } from '../services.ts';
import { useUser } from '../session.ts';
import { FindKit } from './item-form/find-kit.tsx';
import { ItemForm } from './item-form/item-form.tsx';
import { toNewItem, toNewValues, typeOfKit } from './item-form/item-values.ts';
import { PhotoPicker } from './item-form/photo-picker.tsx';
import { discardDraft, keepDraft, readKeptDraft, useItemValues } from './item-form/use-item-values.ts';
import { usePhotos } from './item-form/use-photos.ts';

/** Adds an item in two steps: the user finds its kit or chooses a type, then describes this copy. */
export function AddItemScreen() {
  const [params] = useSearchParams();
  const kitId = Number(params.get('kit'));
  const type = ITEM_TYPES.find((candidate) => candidate === params.get('type'));
  const added = Number(params.get('added'));
  if (added > 0) return <Added id={added} />;
  return (
    <div className="page medium">
      <title>Add an item · Kitroom</title>
      <h1>{type ? `Add: ${ITEM_TYPE_LABELS[type]}` : kitId > 0 ? 'Add to my collection' : 'Add an item'}</h1>
      {kitId > 0 ? (
        <ItemOfKit key={kitId} kitId={kitId} />
      ) : type ? (
        <NewItemForm key={type} type={type} />
      ) : (
        <>
          <FindKit />
          <OtherTypes />
        </>
      )}
    </div>
  );
}

function OtherTypes() {
  return (
    <section aria-labelledby="other-types" className="other-types">
      <h2 id="other-types">Can’t find it?</h2>
      <ul className="actions">
        {ITEM_TYPES.map((type) => (
          <li key={type}>
            <Link to={`?type=${type}`} className="button">
              {type === 'jersey' ? 'A shirt that isn’t listed' : ITEM_TYPE_LABELS[type]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ItemOfKit({ kitId }: { kitId: number }) {
  const kit = useKit(kitId);
  if (kit.isPending) return <Loading />;
  if (kit.isError) return <Problem error={kit.error} onRetry={() => void kit.refetch()} />;
  return <NewItemForm type={typeOfKit(kit.data)} kit={kit.data} />;
}

function NewItemForm({ type, kit }: { type: ItemType; kit?: Kit }) {
  const collection = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = `item-${useUser()?.id}-${kit?.id ?? type}`;
  const [kept] = useState(() => readKeptDraft(key));
  const [initial] = useState(() => kept?.values ?? toNewValues(type, kit));
  // Set once the item exists, because trying again after a failed photo must not create a second item.
  const [itemId, setItemId] = useState(kept?.itemId);
  const photos = usePhotos(key);
  // After saving, a late suggestion may still change the form, which must not store a draft again.
  const isFinished = useRef(false);
  const form = useItemValues(initial);
  const { values } = form;
  useEffect(() => {
    if (values !== initial && !isFinished.current) keepDraft(key, { values, itemId });
  }, [key, values, initial, itemId]);
  const save = useAction({
    mutationFn: async (isDraft: boolean) => {
      const id =
        itemId ?? (await collection.items.create({ ...toNewItem(form.values), is_draft: isDraft })).id;
      setItemId(id);
      keepDraft(key, { values: form.values, itemId: id });
      const isComplete = await photos.upload({ id, item_type: type });
      if (isComplete) {
        isFinished.current = true;
        discardDraft(key);
      }
      return { id, isComplete, isDraft };
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['collection'] }),
    onSuccess: ({ id, isComplete, isDraft }) => {
      if (isComplete) void navigate(isDraft ? '/collection/drafts' : `?added=${id}`, { replace: true });
    },
  });
  const isIncomplete = itemId !== undefined && !save.isPending && !save.data?.isComplete;
  return (
    <>
      {kit && <KitSummary kit={kit} />}
      <StorageWarning />
      {isIncomplete && (
        <p className="problem" role="alert">
          The item is in your collection, but not all of its photos. Remove the failed photos, or try again.
        </p>
      )}
      <ItemForm
        form={form}
        error={save.error}
        onSave={(isDraft) => save.mutate(isDraft)}
        isNew
        isPrefilled={kit !== undefined}
        isLocked={itemId !== undefined}
        photos={<PhotoPicker {...photos} isBusy={save.isPending} />}
      >
        <button type="submit" className="button primary" disabled={save.isPending}>
          {itemId === undefined ? 'Add to my collection' : 'Finish'}
        </button>
        {itemId === undefined && (
          <button type="submit" value="draft" formNoValidate className="button" disabled={save.isPending}>
            Save as draft
          </button>
        )}
      </ItemForm>
    </>
  );
}

/** Warns that drafts are not stored, if the browser blocks site data or its storage is full. */
function StorageWarning() {
  const isStoring = useSyncExternalStore(storageStatusStore.subscribe, storageStatusStore.read);
  return (
    <div role="status">
      {!isStoring && (
        <p className="field-hint">
          This browser cannot keep what you type: if you leave this page before saving, it is lost.
        </p>
      )}
    </div>
  );
}

/** The screen after adding an item. Its main action is to add another one. */
function Added({ id }: { id: number }) {
  const name = useItem(id).data?.item.name;
  return (
    <div className="page medium">
      <title>Added · Kitroom</title>
      <h1>Added to your collection</h1>
      <p role="status">{name}</p>
      <div className="actions">
        <Link to="/add" className="button primary">
          Add another
        </Link>
        <Link to={`/items/${id}`} className="button">
          See this item
        </Link>
        <Link to="/collection" className="button">
          My collection
        </Link>
      </div>
    </div>
  );
}

function KitSummary({ kit }: { kit: Kit }) {
  return (
    <div className="kit-choice chosen">
      <img src={kit.main_img_url} alt="" width="96" height="96" />
      <span>
        <strong>{kit.name}</strong>
        <small>
          {[kit.team.name, kit.season.year, kit.brand.name, kit.design].filter(Boolean).join(' · ')}
        </small>
        <Link to="/add">Choose another kit</Link>
      </span>
    </div>
  );
}

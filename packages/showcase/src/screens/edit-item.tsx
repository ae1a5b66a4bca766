import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { CollectionError } from '@kitroom/collection-client';
import { Loading } from '../components/feedback.tsx';
import { ProblemPage } from '../components/page.tsx';
import { useAction } from '../components/use-action.ts';
import { itemKey, readVersion, useItem, type ReadItem } from '../components/use-item.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useCollection } from '../services.ts';
import { Conflict } from './item-form/conflict.tsx';
import { ItemForm } from './item-form/item-form.tsx';
import {
  listChanges,
  mergeValues,
  toPatch,
  toStoredValues,
  type ItemValues,
} from './item-form/item-values.ts';
import { PhotoEditor } from './item-form/photo-editor.tsx';
import { useItemValues } from './item-form/use-item-values.ts';

/** The form for all fields of an item, and its photos. */
export function EditItemScreen() {
  const id = Number(useParams()['id']);
  const query = useItem(id);
  if (query.isError) return <ProblemPage error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const { item } = query.data;
  return (
    <div className="page medium">
      <title>{`Edit ${item.name} · Kitroom`}</title>
      <h1>{item.is_draft ? 'Draft' : 'Edit'}</h1>
      <p className="eyebrow">
        <Link to={`/items/${id}`}>{item.name || 'Unnamed item'}</Link>
      </p>
      <EditForm key={id} read={query.data} refresh={() => query.refetch()} />
    </div>
  );
}

interface EditFormProps {
  read: ReadItem;
  refresh: () => Promise<{ data: ReadItem | undefined }>;
}

function EditForm({ read, refresh }: EditFormProps) {
  const { items } = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Contains the list from which the user came to the item.
  const state = useLocation().state as unknown;
  const { id } = read.item;
  // The version that the form is based on, which the service compares with the stored one.
  const [base, setBase] = useState(read);
  const [theirs, setTheirs] = useState<ReadItem>();
  const form = useItemValues(toStoredValues(read.item));
  const changed = listChanges(toStoredValues(base.item), form.values);
  const release = useUnsavedChanges(changed.length > 0);

  const save = useAction({
    mutationFn: saveVersion,
    onSuccess: async (saved) => {
      release();
      queries.setQueryData(itemKey(id), saved);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['collection', 'me'] }),
        queries.invalidateQueries({ queryKey: ['collection', 'values', id] }),
      ]);
      void navigate(`/items/${id}`, { replace: true, state });
    },
  });

  /**
   * Saves the values if the stored item still has this version, or a newer one that differs only in photos.
   */
  async function saveVersion({ values, version, isDraft }: SavedValues): Promise<ReadItem> {
    const fields = listChanges(toStoredValues(version.item), values);
    const changes = { ...toPatch(values, fields), is_draft: isDraft };
    const ifMatch = version.etag ?? undefined;
    try {
      return await readVersion((options) => items.patch({ id }, changes, { ...options, ifMatch }));
    } catch (error) {
      if (!(error instanceof CollectionError && error.status === 412)) throw error;
      const { data: stored } = await refresh();
      if (stored && hasSameFields(version, stored)) return saveVersion({ values, version: stored, isDraft });
      setTheirs(stored);
      throw error;
    }
  }

  if (theirs) {
    const resolve = (values: ItemValues) => {
      form.replace(values);
      setBase(theirs);
      setTheirs(undefined);
      save.reset();
    };
    const stored = toStoredValues(theirs.item);
    return <Conflict theirs={stored} mine={mergeValues(stored, form.values, changed)} onResolve={resolve} />;
  }
  const { is_draft: isDraft } = base.item;
  // Each change of the photos creates a new version of the item, which has been read afterwards.
  const newest = hasSameFields(base, read) ? read : base;
  return (
    <ItemForm
      form={form}
      error={save.error}
      onSave={(asDraft) => save.mutate({ values: form.values, version: newest, isDraft: asDraft })}
      photos={<PhotoEditor item={read.item} refresh={refresh} />}
    >
      <button type="submit" className="button primary" disabled={save.isPending}>
        {isDraft ? 'Add to my collection' : 'Save'}
      </button>
      <button type="submit" value="draft" formNoValidate className="button" disabled={save.isPending}>
        {isDraft ? 'Save draft' : 'Make it a draft'}
      </button>
      <Link to={`/items/${id}`} state={state} className="button">
        Cancel
      </Link>
    </ItemForm>
  );
}

interface SavedValues {
  values: ItemValues;
  version: ReadItem;
  isDraft: boolean;
}

function hasSameFields({ item: before }: ReadItem, { item: after }: ReadItem): boolean {
  return (
    before.is_draft === after.is_draft &&
    listChanges(toStoredValues(before), toStoredValues(after)).length === 0
  );
}

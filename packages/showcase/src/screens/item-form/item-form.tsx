import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { Check } from '../../components/check.tsx';
import { Field } from '../../components/field.tsx';
import { fieldErrorsOf } from '../../components/field-errors.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { useCollection } from '../../services.ts';
import type { Kit } from '../../types.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { nameDraft, toNewItem, useShirtDraft, type ShirtDraft } from './shirt-draft.ts';
import { usePhotos } from './use-photos.ts';

const FIELDS = ['name', 'size', 'condition', 'player_name', 'number', 'description'];

/** What is special about this copy of the kit, and its photos. */
export function ShirtForm({ kit, userId }: { kit: Kit; userId: number }) {
  const collection = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = nameDraft(userId, kit);
  // There is an id once the item exists: trying again after a failed photo must not create a second one.
  const { draft, itemId, change, setItemId, discard } = useShirtDraft(key, kit);
  const photos = usePhotos(key);
  const save = useMutation({
    mutationFn: async () => {
      const id = itemId ?? (await collection.items.create(toNewItem(kit, draft))).id;
      setItemId(id);
      const isComplete = await photos.upload(id);
      if (isComplete) discard();
      return isComplete;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['collection'] }),
    onSuccess: (isComplete) => {
      if (isComplete) void navigate('/collection');
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form className="form" onSubmit={submit}>
      <KitSummary kit={kit} />
      <FormProblem error={save.error} fields={FIELDS} />
      {itemId !== undefined && !save.isPending && save.data !== true && (
        <p className="problem" role="alert">
          The shirt is in your collection, but not all of its photos. Remove those that failed, or try again.
        </p>
      )}
      <ShirtFields
        draft={draft}
        change={change}
        errors={fieldErrorsOf(save.error)}
        isLocked={itemId !== undefined}
      />
      <PhotoPicker {...photos} isBusy={save.isPending} />
      <button type="submit" className="button primary" disabled={save.isPending}>
        {itemId === undefined ? 'Add to my collection' : 'Finish'}
      </button>
    </form>
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

interface ShirtFieldsProps {
  draft: ShirtDraft;
  change: (changes: Partial<ShirtDraft>) => void;
  errors: Readonly<Record<string, string[]>>;
  isLocked: boolean;
}

function ShirtFields({ draft, change, errors, isLocked }: ShirtFieldsProps) {
  return (
    <fieldset disabled={isLocked} className="columns">
      <legend className="visually-hidden">The shirt</legend>
      <Field label="Name" errors={errors['name']}>
        {(attributes) => (
          <input
            {...attributes}
            required
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <SizeField value={draft.size} change={(size) => change({ size })} errors={errors['size']} />
      <Field label={`Condition: ${draft.condition} of 10`} errors={errors['condition']}>
        {(attributes) => (
          <input
            {...attributes}
            type="range"
            min="1"
            max="10"
            value={draft.condition}
            onChange={(event) => change({ condition: Number(event.target.value) })}
          />
        )}
      </Field>
      <Field label="Name on the back" errors={errors['player_name']}>
        {(attributes) => (
          <input
            {...attributes}
            value={draft.player_name}
            onChange={(event) => change({ player_name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Number" errors={errors['number']}>
        {(attributes) => (
          <input
            {...attributes}
            type="number"
            min="0"
            max="999"
            value={draft.number}
            onChange={(event) => change({ number: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" errors={errors['description']}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="checks">
        <Check label="Signed" value={draft.is_signed} change={(is_signed) => change({ is_signed })} />
        <Check label="Replica" value={draft.is_replica} change={(is_replica) => change({ is_replica })} />
        <Check label="Only for me" value={draft.is_private} change={(is_private) => change({ is_private })} />
      </div>
    </fieldset>
  );
}

interface SizeFieldProps {
  value: number | null;
  change: (size: number | null) => void;
  errors: readonly string[] | undefined;
}

function SizeField({ value, change, errors }: SizeFieldProps) {
  const collection = useCollection();
  const { data: sizes = [] } = useQuery({
    queryKey: ['sizes'],
    queryFn: ({ signal }) => collection.reference.sizes({ signal }),
    staleTime: Infinity,
  });
  return (
    <Field label="Size" errors={errors}>
      {(attributes) => (
        <select
          {...attributes}
          required
          value={value ?? ''}
          onChange={(event) => change(event.target.value ? Number(event.target.value) : null)}
        >
          <option value="">Choose …</option>
          {sizes
            .filter(({ category }) => category === 'tops')
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CollectionError } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { SelectField } from '../../components/field.tsx';
import { countOf } from '../../components/format.ts';
import { FIELD_LABELS } from '../../components/item-labels.ts';
import { readItemQuery } from '../../components/item-query.ts';
import { useAction } from '../../components/use-action.ts';
import { useCollection } from '../../services.ts';
import { listBatchChanges, type Batch } from './batch-changes.tsx';
import type { SeveralItems } from './use-selection.ts';

interface BatchPanelProps {
  selection: SeveralItems;
  /** The number of items that match the filters. */
  matching: number;
  areDrafts: boolean;
}

/** Changes the selected items together. The service counts them first, and the user confirms the number. */
export function BatchPanel({ selection, matching, areDrafts }: BatchPanelProps) {
  const { items } = useCollection();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const changes = listBatchChanges(areDrafts);
  const [name, setName] = useState(Object.keys(changes)[0] ?? '');
  const [value, setValue] = useState({ id: null as number | null, name: changes[name]?.first ?? '' });
  const { Input, toBody } = changes[name] ?? {};
  const { ids } = selection;
  const count = ids === 'all' ? matching : ids.length;
  const noun = areDrafts ? 'draft' : 'item';

  const check = useAction({ mutationFn: (batch: Batch) => items.batch({ ...batch, dry_run: true }) });
  // Sends exactly the request that was counted, even if other changes have been chosen since.
  const apply = useAction({
    mutationFn: (batch: Batch) => items.batch(batch),
    onSuccess: async () => {
      check.reset();
      selection.clear();
      await queries.invalidateQueries({ queryKey: ['collection'] });
    },
  });
  const error = check.error ?? apply.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    const { ordering: _ordering, ...filters } = readItemQuery(params);
    const selected = ids === 'all' ? { filter: { ...filters, is_draft: areDrafts } } : { ids: [...ids] };
    apply.reset();
    check.mutate({ ...selected, ...toBody?.(value) });
  }

  function choose(change: string) {
    setName(change);
    setValue({ id: null, name: changes[change]?.first ?? '' });
  }

  return (
    <form className="batch-panel" aria-label="Change several items" onSubmit={submit}>
      <p role="status">{`${countOf(count, noun)} selected`}</p>
      <Button className="link-button" disabled={ids === 'all'} onClick={selection.selectAll}>
        {`Select all ${matching.toLocaleString()}`}
      </Button>
      <Button className="link-button" disabled={count === 0} onClick={selection.clear}>
        Select none
      </Button>
      <fieldset className="actions" disabled={check.data !== undefined}>
        <legend className="visually-hidden">Change</legend>
        <SelectField
          label="What to do"
          options={Object.entries(changes).map(([change, { text }]) => [change, text])}
          value={name}
          change={choose}
        />
        {Input && <Input key={name} value={value} change={setValue} />}
        <button type="submit" className="button" disabled={count === 0 || check.isPending}>
          Continue
        </button>
      </fieldset>
      {error && <BatchProblem error={error} selection={selection} noun={noun} />}
      {check.data && (
        <Confirmation
          outcome={check.data}
          noun={noun}
          isPending={apply.isPending}
          confirm={() => check.variables && apply.mutate(check.variables)}
          cancel={() => check.reset()}
        />
      )}
      {apply.data && <p role="status">{describeDone(apply.data, noun)}</p>}
    </form>
  );
}

interface Outcome {
  updated: number;
  deleted: number;
}

interface ConfirmationProps {
  outcome: Outcome;
  noun: string;
  isPending: boolean;
  confirm: () => void;
  cancel: () => void;
}

/** The number of items that would be changed or deleted, with buttons to confirm and cancel. */
function Confirmation({ outcome, noun, isPending, confirm, cancel }: ConfirmationProps) {
  const { updated, deleted } = outcome;
  const isDeleting = deleted > 0;
  return (
    <div className="actions" role="group" aria-label="Confirm">
      <p role="status">{describeOutcome(outcome, noun)}</p>
      <Button
        className={`button ${isDeleting ? 'danger' : 'primary'}`}
        autoFocus={!isDeleting}
        disabled={isPending || updated + deleted === 0}
        onClick={confirm}
      >
        {isDeleting ? `Delete ${countOf(deleted, noun)}` : `Change ${countOf(updated, noun)}`}
      </Button>
      {/* Focused before a deletion, so that pressing Enter twice does not delete anything. */}
      <Button autoFocus={isDeleting} onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

interface BatchProblemProps {
  error: Error;
  selection: SeveralItems;
  noun: string;
}

/** Shows why nothing was changed, with the errors of each item. */
function BatchProblem({ error, selection, noun }: BatchProblemProps) {
  const items = error instanceof CollectionError ? error.items : undefined;
  if (!items) return <Problem error={error} />;
  const ids = Object.keys(items);
  return (
    <div className="problem" role="alert">
      <p>{`Nothing was changed: ${countOf(ids.length, noun)} cannot be changed.`}</p>
      <ul>
        {Object.entries(items).map(([id, fields]) => (
          <li key={id}>
            <Link to={`/items/${id}`}>{`Item ${id}`}</Link>
            {`: ${describeErrors(fields)}`}
          </li>
        ))}
      </ul>
      {selection.ids !== 'all' && (
        <Button onClick={() => selection.deselect(ids.map(Number))}>Leave them out</Button>
      )}
    </div>
  );
}

/** Describes errors with the field names of the form. */
function describeErrors(fields: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(fields)
    .map(([field, texts]) => {
      const words = (FIELD_LABELS as Readonly<Record<string, string>>)[field];
      return `${words ? `${words}: ` : ''}${texts.join(' ')}`;
    })
    .join(' ');
}

function describeOutcome({ updated, deleted }: Outcome, noun: string): string {
  if (deleted > 0) return `This deletes ${countOf(deleted, noun)} with their photos, permanently.`;
  return updated === 0 ? 'This changes none of them.' : `This changes ${countOf(updated, noun)}.`;
}

function describeDone({ updated, deleted }: Outcome, noun: string): string {
  return deleted > 0 ? `${countOf(deleted, noun)} deleted.` : `${countOf(updated, noun)} changed.`;
}

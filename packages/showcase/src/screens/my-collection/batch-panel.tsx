import {
  CollectionError,
  CONDITION_MAX,
  CONDITION_MIN,
  type CollectionClient,
} from '@kitroom/collection-client';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { countOf } from '../../components/format.ts';
import { Problem } from '../../components/feedback.tsx';
import { readItemQuery } from '../../components/item-query.ts';
import { useAction } from '../../components/use-action.ts';
import { useCollection } from '../../services.ts';

type ChangeName = 'condition' | 'privacy' | 'add_tag' | 'remove_tag' | 'delete';
type Batch = Parameters<CollectionClient['items']['batch']>[0];

interface InputProps {
  value: string;
  change: (value: string) => void;
}

/** What can be done with several items. */
interface BatchChange {
  text: string;
  /** How its value is entered, if it has one. */
  Input?: (props: InputProps) => ReactNode;
  /** The value to begin with. */
  first: string;
  toBody: (value: string) => Pick<Batch, 'set' | 'add_tags' | 'remove_tags' | 'delete'>;
}

const CHANGES: Readonly<Record<ChangeName, BatchChange>> = {
  condition: {
    text: 'Set the condition',
    Input: ({ value, change }) => (
      <input
        type="number"
        aria-label="Condition, 1 to 10"
        min={CONDITION_MIN}
        max={CONDITION_MAX}
        required
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    ),
    first: '8',
    toBody: (value) => ({ set: { condition: Number(value) } }),
  },
  privacy: {
    text: 'Set who sees them',
    Input: (props) => <Select aria-label="Who sees them" options={VIEWERS} {...props} />,
    first: 'true',
    toBody: (value) => ({ set: { is_private: value === 'true' } }),
  },
  add_tag: { text: 'Add a tag', Input: TagInput, first: '', toBody: (tag) => ({ add_tags: [tag] }) },
  remove_tag: { text: 'Remove a tag', Input: TagInput, first: '', toBody: (tag) => ({ remove_tags: [tag] }) },
  delete: { text: 'Delete', first: '', toBody: () => ({ delete: true }) },
};

const VIEWERS = Object.entries({ true: 'Only me', false: 'Everyone' });

function TagInput({ value, change }: InputProps) {
  return (
    <input
      aria-label="Tag"
      placeholder="Tag"
      maxLength={40}
      required
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  );
}

interface BatchPanelProps {
  /** The items chosen one by one, or all that the filters find. */
  ids: readonly number[] | 'all';
  /** How many items the filters find. */
  matching: number;
  selectAll: () => void;
  clear: () => void;
}

/** Changes the selected items together. The service counts them first, and the number is shown. */
export function BatchPanel({ ids, matching, selectAll, clear }: BatchPanelProps) {
  const { items } = useCollection();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const [name, setName] = useState<ChangeName>('condition');
  const { Input, toBody } = CHANGES[name];
  const [value, setValue] = useState(CHANGES[name].first);
  const { ordering: _ordering, ...filters } = readItemQuery(params);
  const count = ids === 'all' ? matching : ids.length;
  // The list shows no drafts, so that they are not meant.
  const selected = ids === 'all' ? { filter: { ...filters, is_draft: false } } : { ids: [...ids] };
  const run = (dry_run: boolean) => items.batch({ ...selected, ...toBody(value), dry_run });
  const check = useAction({ mutationFn: () => run(true) });
  const apply = useAction({
    mutationFn: () => run(false),
    onSuccess: async () => {
      check.reset();
      clear();
      await queries.invalidateQueries({ queryKey: ['collection'] });
    },
  });
  const error = check.error ?? apply.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    check.mutate();
  }

  return (
    <form className="batch-panel" aria-label="Change several items" onSubmit={submit}>
      <p role="status">{`${countOf(count, 'item')} selected`}</p>
      <Button className="link-button" disabled={ids === 'all'} onClick={selectAll}>
        {`Select all ${matching.toLocaleString()}`}
      </Button>
      <Button className="link-button" disabled={count === 0} onClick={clear}>
        Select none
      </Button>
      <fieldset className="actions" disabled={check.data !== undefined}>
        <legend className="visually-hidden">Change</legend>
        <Select
          aria-label="What to do"
          options={Object.entries(CHANGES).map(([change, { text }]) => [change, text])}
          value={name}
          change={(change) => {
            const chosen = change as ChangeName;
            setName(chosen);
            setValue(CHANGES[chosen].first);
          }}
        />
        {Input && <Input value={value} change={setValue} />}
        <button type="submit" className="button" disabled={count === 0 || check.isPending}>
          Continue
        </button>
      </fieldset>
      {error && <BatchProblem error={error} />}
      {check.data && (
        <div className="actions" role="group" aria-label="Confirm">
          <p role="status">{describeOutcome(check.data)}</p>
          <Button
            className="button primary"
            autoFocus
            disabled={apply.isPending || check.data.ids.length === 0}
            onClick={() => apply.mutate()}
          >
            {name === 'delete'
              ? `Delete ${countOf(check.data.deleted, 'item')}`
              : `Change ${countOf(check.data.updated, 'item')}`}
          </Button>
          <Button onClick={() => check.reset()}>Cancel</Button>
        </div>
      )}
      {apply.data && <p role="status">{describeDone(apply.data)}</p>}
    </form>
  );
}

/** Why nothing was changed: for each item that could not be, what is wrong with it. */
function BatchProblem({ error }: { error: Error }) {
  const items = error instanceof CollectionError ? error.items : undefined;
  if (!items) return <Problem error={error} />;
  return (
    <div className="problem" role="alert">
      <p>{`Nothing was changed: ${countOf(Object.keys(items).length, 'item')} cannot be.`}</p>
      <ul>
        {Object.entries(items).map(([id, fields]) => (
          <li key={id}>
            <Link to={`/items/${id}`}>{`Item ${id}`}</Link>
            {`: ${Object.values(fields).flat().join(' ')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Outcome {
  updated: number;
  deleted: number;
}

function describeOutcome({ updated, deleted }: Outcome): string {
  if (deleted > 0) return `This deletes ${countOf(deleted, 'item')} with their photos, for good.`;
  return updated === 0 ? 'This changes none of them.' : `This changes ${countOf(updated, 'item')}.`;
}

function describeDone({ updated, deleted }: Outcome): string {
  return deleted > 0 ? `${countOf(deleted, 'item')} deleted.` : `${countOf(updated, 'item')} changed.`;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { TextField } from '../../components/field.tsx';
import { ITEM_TYPE_LABELS } from '../../components/item-labels.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { useCollection } from '../../services.ts';

interface PhotoTargetProps {
  /** The id of the item that has the photo now. */
  from: number;
  onChoose: (item: Item) => void;
  onCancel: () => void;
}

/** Lets the user find another of their items to which a photo is moved. */
export function PhotoTarget({ from, onChoose, onCancel }: PhotoTargetProps) {
  const { items } = useCollection();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 400);
  const { data, error } = useQuery({
    queryKey: ['collection', 'me', 'photo targets', search],
    queryFn: ({ signal }) => items.list({ search, page_size: 10 }, { signal }),
    enabled: search !== '',
  });
  const matches = data?.results.filter(({ id }) => id !== from);
  return (
    <section className="form" aria-label="Move a photo to another item">
      <TextField
        label="To which item?"
        hint="Its name, club or season."
        type="search"
        autoComplete="off"
        autoFocus
        value={text}
        change={setText}
        // Enter must not submit the item form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && <Problem error={error} />}
      <div className="actions" role="group" aria-label="Matching items">
        {matches?.map((item) => (
          <Button key={item.id} onClick={() => onChoose(item)}>
            {item.name || `${ITEM_TYPE_LABELS[item.item_type]} without a name`}
          </Button>
        ))}
        {matches?.length === 0 && <p role="status">No other item matches.</p>}
        <Button className="link-button" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

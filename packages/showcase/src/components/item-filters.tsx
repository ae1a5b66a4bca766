import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from './button.tsx';
import type { CollectionItem } from '../types.ts';
import { Check, Select } from './field.tsx';
import { listChosenFilters } from './item-query.ts';
import { ITEM_TYPE_WORDS } from './item-words.ts';
import { SearchInput } from './search-input.tsx';
import { useSetParam } from './use-set-param.ts';

const ORDERINGS = {
  '': 'Newest first',
  name: 'Name',
  '-season': 'Season, newest first',
  season: 'Season, oldest first',
  '-condition': 'Best condition first',
};

/** Search, filters and sorting of a list of items; their state is the address. */
export function ItemFilters({ item }: { item: CollectionItem | undefined }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  // When nothing matches any more, the filters keep their names.
  const [named, setNamed] = useState(item);
  if (item && item !== named) setNamed(item);
  return (
    <>
      <form className="toolbar" role="search" aria-label="Items" onSubmit={(event) => event.preventDefault()}>
        <SearchInput name="search" label="Search this collection" />
        <Select
          aria-label="Type"
          options={Object.entries({ '': 'All types', ...ITEM_TYPE_WORDS })}
          value={params.get('item_type') ?? ''}
          change={(type) => set('item_type', type)}
        />
        <Select
          aria-label="Order"
          options={Object.entries(ORDERINGS)}
          value={params.get('ordering') ?? ''}
          change={(ordering) => set('ordering', ordering)}
        />
        <Check
          label="Signed"
          value={params.has('is_signed')}
          change={(isChecked) => set('is_signed', isChecked ? 'true' : '')}
        />
      </form>
      <ul className="actions">
        {listChosenFilters(params, item ?? named).map(({ name, text }) => (
          <li key={name}>
            <Button className="choice" aria-label={`Remove the filter ${text}`} onClick={() => set(name, '')}>
              {text} <span aria-hidden="true">×</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from './button.tsx';
import type { CollectionItem } from '../types.ts';
import { Check, Select } from './field.tsx';
import { listChosenFilters } from './item-query.ts';
import { ITEM_TYPE_WORDS } from './item-words.ts';
import { withParam } from './search-params.ts';

const ORDERINGS = {
  '': 'Newest first',
  name: 'Name',
  '-season': 'Season, newest first',
  season: 'Season, oldest first',
  '-condition': 'Best condition first',
};

/** Requests are limited: a search is sent once the typing pauses. */
const TYPING_MS = 400;

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
        <SearchInput />
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

function SearchInput() {
  const [params] = useSearchParams();
  const set = useSetParam();
  // Null while nobody types: then the address alone counts.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => {
      set('search', typed);
      setTyped(null);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, set]);
  return (
    <input
      type="search"
      aria-label="Search this collection"
      placeholder="Search this collection"
      value={typed ?? params.get('search') ?? ''}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** Sets one parameter of the address, or removes it. */
function useSetParam(): (name: string, value: string) => void {
  const [, setParams] = useSearchParams();
  return (name, value) => setParams((now) => withParam(now, name, value), { replace: true });
}

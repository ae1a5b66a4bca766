import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FacetField } from '@kitroom/collection-client';
import type { ItemFacets } from '../types.ts';
import { Button } from './button.tsx';
import { Check, Select } from './field.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { countOf } from './format.ts';
import { listOptions, type FacetOption } from './item-filter-options.ts';
import {
  describeFilter,
  FACET_LABELS,
  listChosenFilters,
  readItemFilters,
  withoutFilters,
  type FilterName,
} from './item-query.ts';
import { listFacetFields, useItemFacets } from './use-item-facets.ts';
import type { ItemSource } from './use-item-pages.ts';
import { useChangeParams, useSetParam } from './use-set-param.ts';
import { useWideScreen } from './use-wide-screen.ts';

interface ItemFiltersProps {
  source: ItemSource;
  /** Number of matching items. */
  count: number;
}

/**
 * The filters of a list of items with counts, next to the list or in a sheet. The URL contains their state.
 */
export function ItemFilters({ source, count }: ItemFiltersProps) {
  const [params] = useSearchParams();
  const isWide = useWideScreen();
  const [isOpen, setOpen] = useState(false);
  // Counts are loaded only while the filters are visible.
  const { data } = useItemFacets(source, readItemFilters(params), isWide || isOpen);
  const inputs = <FilterInputs fields={listFacetFields(source)} facets={data?.facets} />;
  if (isWide) return inputs;
  const chosen = listChosenFilters(params).length;
  return (
    <>
      <Button aria-haspopup="dialog" className="button open-filters" onClick={() => setOpen(true)}>
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      {isOpen && (
        <FilterSheet action={`Show ${countOf(count, 'item')}`} close={() => setOpen(false)}>
          {inputs}
          <ClearFilters />
        </FilterSheet>
      )}
    </>
  );
}

/** The chosen filters, with buttons to remove one or all. */
export function ChosenFilters({ source }: { source: ItemSource }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  const chosen = listChosenFilters(params);
  const facets = useItemFacets(source, readItemFilters(params), chosen.some(isRecord)).data?.facets;
  // Remembers the names of records, because facets do not contain them once nothing matches.
  const [names] = useState(() => new Map<string, string>());
  if (chosen.length === 0) return null;
  return (
    <ul className="actions chosen-filters" aria-label="Chosen filters">
      {chosen.map((name) => {
        const value = params.get(name) ?? '';
        const described = describeFilter(name, value, facets);
        if (described.includes(':')) names.set(`${name} ${value}`, described);
        const text = names.get(`${name} ${value}`) ?? described;
        return (
          <li key={name}>
            <Button className="choice" aria-label={`Remove the filter ${text}`} onClick={() => set(name, '')}>
              {text} <span aria-hidden="true">×</span>
            </Button>
          </li>
        );
      })}
      <li>
        <ClearFilters />
      </li>
    </ul>
  );
}

/** Whether the filter's values are ids, whose names are known only from facets. */
function isRecord(name: FilterName): boolean {
  return name === 'club' || name === 'brand' || name === 'season';
}

/** A button that removes all filters. */
export function ClearFilters() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  if (listChosenFilters(params).length === 0) return null;
  return (
    <Button className="link-button" onClick={() => changeParams(withoutFilters, { replace: true })}>
      Clear all filters
    </Button>
  );
}

interface FilterInputsProps {
  fields: readonly FacetField[];
  facets: ItemFacets | undefined;
}

function FilterInputs({ fields, facets }: FilterInputsProps) {
  const [params] = useSearchParams();
  const set = useSetParam();
  const names = Object.keys(FACET_LABELS) as FacetField[];
  return (
    <form className="filters selects" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {names
        .filter((name) => fields.includes(name))
        .map((name) => (
          <FacetSelect key={name} name={name} facets={facets} />
        ))}
      <Check
        label="Signed"
        value={params.get('is_signed') === 'true'}
        change={(isChecked) => set('is_signed', isChecked ? 'true' : '')}
      />
    </form>
  );
}

function FacetSelect({ name, facets }: { name: FacetField; facets: ItemFacets | undefined }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  const label = FACET_LABELS[name];
  const chosen = params.get(name) ?? '';
  const options = listOptions(name, facets);
  // The chosen value must stay visible, even if nothing matches it together with the other filters.
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);

  function choose(key: string) {
    const option = options.find((candidate) => toOptionKey(candidate) === key);
    // Free text has no id, so it is searched for. Sizes as free text have their own filter.
    if (option?.value === null) set(name === 'size' ? 'size_text' : 'search', option.text);
    else set(name, option?.value ?? '');
  }

  return (
    <Select
      aria-label={`Filter by ${label.toLowerCase()}`}
      className={chosen && 'chosen'}
      options={[
        ['', `${label}: any`],
        ...(isListed ? [] : [[chosen, describeFilter(name, chosen, facets)] as const]),
        ...options.map((option) => {
          const text = `${option.text} (${option.count.toLocaleString()})`;
          // While the select is closed, only this text shows which filter it is.
          return [toOptionKey(option), option.value === chosen ? `${label}: ${text}` : text] as const;
        }),
      ]}
      disabled={facets !== undefined && options.length === 0 && chosen === ''}
      value={chosen}
      change={choose}
    />
  );
}

function toOptionKey({ value, text }: FacetOption): string {
  return value ?? `text: ${text}`;
}

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../components/button.tsx';
import { DesignIcon } from '../components/design-icon.tsx';
import { FilterSheet } from '../components/filter-sheet.tsx';
import { countOf } from '../components/format.ts';
import { useClub } from '../components/use-kits.ts';
import { useChangeParams } from '../components/use-set-param.ts';
import { useWideScreen } from '../components/use-wide-screen.ts';
import { FilterChoices, FilterSelect } from './kit-filter-inputs.tsx';
import {
  CATEGORIES,
  COLOURS,
  DESIGNS,
  HEX,
  toFixedOptions,
  toMainTypes,
  toOptions,
  type FilterOption,
} from './kit-filter-options.ts';
import { FILTER_NAMES, showFirstResults, useKitFacets } from './use-kit-filters.ts';

/**
 * The filters of the wall of kits, in a sheet on small screens. Their state is in the URL, and the counts
 * follow it.
 */
export function KitFilters() {
  const [params] = useSearchParams();
  const isWide = useWideScreen();
  const [isOpen, setOpen] = useState(false);
  const { data } = useKitFacets();
  const chosen = FILTER_NAMES.filter((name) => params.has(name)).length;
  const form = (
    <form className="filter-groups" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <FilterGroups />
      {chosen > 0 && <ClearFilters />}
    </form>
  );
  if (isWide) return form;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      {isOpen && (
        <FilterSheet
          action={data ? `Show ${countOf(data.total, 'kit')}` : 'Show kits'}
          close={() => setOpen(false)}
        >
          {form}
        </FilterSheet>
      )}
    </>
  );
}

function FilterGroups() {
  const facets = useKitFacets().data?.facets;
  const seasons = toOptions(facets, 'season').toSorted(newestFirst);
  return (
    <>
      <FilterChoices legend="Type" name="type" options={toMainTypes(facets)} />
      <FilterChoices
        legend="Colour"
        name="primary_color"
        options={toFixedOptions(facets, 'primary_color', COLOURS)}
      >
        {({ value = '' }) => <span className="swatch" style={{ backgroundColor: HEX[value] }} />}
      </FilterChoices>
      <FilterChoices legend="Design" name="design" options={toFixedOptions(facets, 'design', DESIGNS)}>
        {({ value = '' }) => <DesignIcon design={value} />}
      </FilterChoices>
      <FilterChoices
        legend="Occasion"
        name="category"
        options={toFixedOptions(facets, 'category', CATEGORIES)}
      />
      <div className="selects">
        <FilterSelect label="Type" name="type" options={toOptions(facets, 'type')} />
        <FilterSelect
          label="Second colour"
          name="secondary_color"
          options={toOptions(facets, 'secondary_color')}
        />
        <ClubSelect options={toOptions(facets, 'club')} />
        <FilterSelect label="Country" name="country" options={toOptions(facets, 'country')} />
        <FilterSelect label="Brand" name="brand" options={toOptions(facets, 'brand')} />
        <FilterSelect label="Competition" name="competition" options={toOptions(facets, 'competition')} />
        <FilterSelect label="Season" name="season" options={seasons} />
      </div>
      <FilterChoices
        legend="Decade"
        name="decade"
        options={toOptions(facets, 'decade').toSorted(newestFirst)}
      />
    </>
  );
}

/** A button that removes the filters but not the ordering. */
function ClearFilters() {
  const changeParams = useChangeParams();
  const clear = () => {
    changeParams(
      (params) =>
        new URLSearchParams([...params].filter(([name]) => !FILTER_NAMES.some((filter) => filter === name))),
    );
    showFirstResults();
  };
  return (
    <Button className="link-button" onClick={clear}>
      Clear all filters
    </Button>
  );
}

/** Compares labels that start with a year. */
function newestFirst(left: FilterOption, right: FilterOption): number {
  return right.label.localeCompare(left.label);
}

/** The filter for clubs. There are many, so the name of a chosen club that is not in the list is read. */
function ClubSelect({ options }: { options: readonly FilterOption[] }) {
  const [params] = useSearchParams();
  const chosen = params.get('club');
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  const club = useClub(Number(chosen), !isListed);
  const chosenOption =
    club.data && !isListed ? [{ value: String(club.data.id), label: club.data.name, count: undefined }] : [];
  return <FilterSelect label="Club" name="club" options={[...chosenOption, ...options]} />;
}

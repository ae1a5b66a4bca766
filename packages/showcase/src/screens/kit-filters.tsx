import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../components/button.tsx';
import { countOf } from '../components/format.ts';
import { DesignIcon } from '../components/design-icon.tsx';
import { withParam } from '../components/search-params.ts';
import { useClub } from '../components/use-kits.ts';
import {
  CATEGORIES,
  COLOURS,
  DESIGNS,
  HEX,
  toFixedOptions,
  toOptions,
  type FilterOption,
} from './kit-filter-options.ts';
import { FILTER_NAMES, useKitFacets, type FilterName } from './use-kit-filters.ts';

/** The filters of the wall of kits. Their state is the URL alone; the counts follow it. */
export function KitFilters() {
  const [params, setParams] = useSearchParams();
  const facets = useKitFacets().data?.facets;
  // On phones they are folded away; wide screens always show them.
  const [isOpen, setOpen] = useState(false);
  const chosen = FILTER_NAMES.filter((name) => params.has(name));
  const decades = toOptions(facets, 'decade').toSorted(newestFirst);
  const seasons = toOptions(facets, 'season').toSorted(newestFirst);
  return (
    <form className="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Button
        className="button filters-toggle"
        aria-expanded={isOpen}
        aria-controls="filter-groups"
        onClick={() => setOpen(!isOpen)}
      >
        Filters{chosen.length > 0 && ` (${chosen.length})`}
      </Button>
      <div id="filter-groups" className={isOpen ? 'filter-groups open' : 'filter-groups'}>
        <Choices
          legend="Colour"
          name="primary_color"
          look="swatches"
          options={toFixedOptions(facets, 'primary_color', COLOURS)}
        >
          {({ value }) => <span style={{ backgroundColor: HEX[value] }} />}
        </Choices>
        <Choices
          legend="Design"
          name="design"
          look="designs"
          options={toFixedOptions(facets, 'design', DESIGNS)}
        >
          {({ value }) => <DesignIcon design={value} />}
        </Choices>
        <Choices legend="Occasion" name="category" options={toFixedOptions(facets, 'category', CATEGORIES)} />
        <div className="selects">
          <Select label="Type" name="type" options={toOptions(facets, 'type')} />
          <ClubSelect options={toOptions(facets, 'club')} />
          <Select label="Country" name="country" options={toOptions(facets, 'country')} />
          <Select label="Brand" name="brand" options={toOptions(facets, 'brand')} />
          <Select label="Competition" name="competition" options={toOptions(facets, 'competition')} />
          <Select label="Season" name="season" options={seasons} />
        </div>
        <Choices legend="Decade" name="decade" options={decades} />
        {chosen.length > 0 && (
          <Button
            className="link-button"
            onClick={() => {
              setParams({});
              showFirstResults();
            }}
          >
            Clear all filters
          </Button>
        )}
      </div>
    </form>
  );
}

/** The value that is chosen, and a function that chooses another one, or none. */
function useFilter(name: FilterName) {
  const [params, setParams] = useSearchParams();
  const toggle = (value: string) => {
    setParams((now) => withParam(now, name, value === now.get(name) ? '' : value));
    showFirstResults();
  };
  return { chosen: params.get(name), toggle };
}

/** Scrolls up to the results of other filters: far below, nobody would see the first, and more pages would be loaded. */
function showFirstResults(): void {
  const results = document.querySelector('.results');
  if (results && results.getBoundingClientRect().top < 0) results.scrollIntoView();
}

/** Labels begin with a year. */
function newestFirst(a: FilterOption, b: FilterOption): number {
  return b.label.localeCompare(a.label);
}

function describeOption({ label, count }: FilterOption): string {
  return count === undefined ? label : `${label}, ${countOf(count, 'kit')}`;
}

interface FilterProps {
  name: FilterName;
  options: readonly FilterOption[];
}

interface ChoicesProps extends FilterProps {
  legend: string;
  /** The class of the group. */
  look?: 'choices' | 'swatches' | 'designs';
  /** What stands on a button. Default: the label and the count. */
  children?: (option: FilterOption) => React.ReactNode;
}

/** A few values as buttons, of which one is pressed. */
function Choices({ legend, name, options, look = 'choices', children = showText }: ChoicesProps) {
  const { chosen, toggle } = useFilter(name);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={look}>
        {options.map((option) => (
          <Button
            key={option.value}
            className={BUTTONS[look]}
            aria-label={describeOption(option)}
            aria-pressed={option.value === chosen}
            title={look === 'choices' ? undefined : describeOption(option)}
            disabled={option.count === 0 && option.value !== chosen}
            onClick={() => toggle(option.value)}
          >
            {children(option)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

const BUTTONS = { choices: 'choice', swatches: 'swatch', designs: 'design' };

function showText({ label, count }: FilterOption): React.ReactNode {
  return (
    <>
      {label} <small>{count?.toLocaleString()}</small>
    </>
  );
}

/** Many values as a list that opens. */
function Select({ label, name, options }: FilterProps & { label: string }) {
  const { chosen, toggle } = useFilter(name);
  // The list has the most frequent values only; the chosen one must stay to be seen.
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return (
    <select aria-label={label} value={chosen ?? ''} onChange={(event) => toggle(event.target.value)}>
      <option value="">{`Any ${label.toLowerCase()}`}</option>
      {!isListed && <option value={chosen}>{chosen}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.count === undefined ? option.label : `${option.label} (${option.count})`}
        </option>
      ))}
    </select>
  );
}

/** Clubs are many: the name of one that is not in the list is read. */
function ClubSelect({ options }: Pick<FilterProps, 'options'>) {
  const [params] = useSearchParams();
  const chosen = params.get('club');
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  const club = useClub(Number(chosen), !isListed);
  const named =
    club.data && !isListed ? [{ value: String(club.data.id), label: club.data.name, count: undefined }] : [];
  return <Select label="Club" name="club" options={[...named, ...options]} />;
}

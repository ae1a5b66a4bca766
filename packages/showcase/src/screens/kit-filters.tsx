import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DesignIcon } from '../components/design-icon.tsx';
import {
  CATEGORIES,
  COLOURS,
  DESIGNS,
  HEX,
  toFixedOptions,
  toOptions,
  type FilterOption,
} from './kit-filter-options.ts';
import { FILTER_NAMES, toggleFilter, type FilterName } from './kit-filter-params.ts';
import { useKitFacets } from './use-kit-facets.ts';

/** The filters of the wall of kits. Their state is the URL alone; the counts follow it. */
export function KitFilters() {
  const [params, setParams] = useSearchParams();
  const facets = useKitFacets().data?.facets;
  // On phones they are folded away; wide screens always show them.
  const [isOpen, setOpen] = useState(false);
  const chosen = FILTER_NAMES.filter((name) => params.has(name));
  const decades = toOptions(facets, 'decade').toSorted((a, b) => Number(b.value) - Number(a.value));
  return (
    <form className="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <button
        type="button"
        className="button filters-toggle"
        aria-expanded={isOpen}
        aria-controls="filter-groups"
        onClick={() => setOpen(!isOpen)}
      >
        Filters{chosen.length > 0 && ` (${chosen.length})`}
      </button>
      <div id="filter-groups" className={isOpen ? 'filter-groups open' : 'filter-groups'}>
        <Swatches options={toFixedOptions(facets, 'primary_color', COLOURS)} />
        <Designs options={toFixedOptions(facets, 'design', DESIGNS)} />
        <Choices legend="Occasion" name="category" options={toFixedOptions(facets, 'category', CATEGORIES)} />
        <div className="selects">
          <Select label="Country" name="country" options={toOptions(facets, 'country')} />
          <Select label="Brand" name="brand" options={toOptions(facets, 'brand')} />
          <Select label="Competition" name="competition" options={toOptions(facets, 'competition')} />
          <Select label="Season" name="season" options={toOptions(facets, 'season')} />
        </div>
        <Choices legend="Decade" name="decade" options={decades} />
        {chosen.length > 0 && (
          <button type="button" className="link-button" onClick={() => setParams({})}>
            Clear all filters
          </button>
        )}
      </div>
    </form>
  );
}

/** The value that is chosen, and a function that chooses another one, or none. */
function useFilter(name: FilterName) {
  const [params, setParams] = useSearchParams();
  const toggle = (value: string) => setParams((now) => toggleFilter(now, name, value));
  return { chosen: params.get(name), toggle };
}

function describeOption({ label, count }: FilterOption): string {
  return count === undefined ? label : `${label}, ${count} ${count === 1 ? 'kit' : 'kits'}`;
}

function Swatches({ options }: { options: readonly FilterOption[] }) {
  const { chosen, toggle } = useFilter('primary_color');
  return (
    <fieldset>
      <legend>Colour</legend>
      <div className="swatches">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="swatch"
            style={{ backgroundColor: HEX[option.value] }}
            aria-label={describeOption(option)}
            aria-pressed={option.value === chosen}
            title={describeOption(option)}
            disabled={option.count === 0 && option.value !== chosen}
            onClick={() => toggle(option.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Designs({ options }: { options: readonly FilterOption[] }) {
  const { chosen, toggle } = useFilter('design');
  return (
    <fieldset>
      <legend>Design</legend>
      <div className="designs">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="design"
            aria-label={describeOption(option)}
            aria-pressed={option.value === chosen}
            title={describeOption(option)}
            disabled={option.count === 0 && option.value !== chosen}
            onClick={() => toggle(option.value)}
          >
            <DesignIcon design={option.value} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface FilterProps {
  name: FilterName;
  options: readonly FilterOption[];
}

/** A few values as a row of buttons, of which one is pressed. */
function Choices({ legend, name, options }: FilterProps & { legend: string }) {
  const { chosen, toggle } = useFilter(name);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="choices">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="choice"
            aria-label={describeOption(option)}
            aria-pressed={option.value === chosen}
            disabled={option.count === 0 && option.value !== chosen}
            onClick={() => toggle(option.value)}
          >
            {option.label} <small>{option.count}</small>
          </button>
        ))}
      </div>
    </fieldset>
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
          {`${option.label} (${option.count})`}
        </option>
      ))}
    </select>
  );
}

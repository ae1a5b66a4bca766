import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { FILTER_NAMES, toggleFilter, type FilterName } from './kit-filter-params.ts';
import { COLOURS, DECADES, DESIGNS, CATEGORIES } from './kit-filter-options.ts';

/** The filters of the wall of kits. Their state is the URL alone. */
export function KitFilters() {
  const [params, setParams] = useSearchParams();
  // On phones they are folded away; wide screens always show them.
  const [isOpen, setOpen] = useState(false);
  const choose = (name: FilterName, value: string) => setParams((now) => toggleFilter(now, name, value));
  const chosen = FILTER_NAMES.filter((name) => params.has(name));
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
        {chosen.length > 0 && (
          <button type="button" className="link-button" onClick={() => setParams({})}>
            Clear all filters
          </button>
        )}
        <fieldset>
          <legend>Colour</legend>
          <div className="swatches">
            {COLOURS.map(({ name, color }) => (
              <button
                key={name}
                type="button"
                className="swatch"
                style={{ backgroundColor: color }}
                aria-label={name}
                aria-pressed={params.get('primary_color') === name}
                title={name}
                onClick={() => choose('primary_color', name)}
              />
            ))}
          </div>
        </fieldset>
        <Choices label="Decade" name="decade" values={DECADES} choose={choose} />
        <Choices label="Design" name="design" values={DESIGNS} choose={choose} />
        <Choices label="Occasion" name="category" values={CATEGORIES} choose={choose} />
      </div>
    </form>
  );
}

interface ChoicesProps {
  label: string;
  name: FilterName;
  values: ReadonlyArray<{ value: string; label: string }>;
  choose: (name: FilterName, value: string) => void;
}

/** One filter as a row of buttons, of which one is pressed. */
function Choices({ label, name, values, choose }: ChoicesProps) {
  const [params] = useSearchParams();
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="choices">
        {values.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className="choice"
            aria-pressed={params.get(name) === choice.value}
            onClick={() => choose(name, choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

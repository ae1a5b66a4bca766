import { useSearchParams } from 'react-router';
import { Button } from '../components/button.tsx';
import { countOf } from '../components/format.ts';
import { withParam } from '../components/search-params.ts';
import { useChangeParams } from '../components/use-set-param.ts';
import type { FilterOption } from './kit-filter-options.ts';
import { showFirstResults, type FilterName } from './use-kit-filters.ts';

interface FilterProps {
  name: FilterName;
  options: readonly FilterOption[];
}

interface FilterChoicesProps extends FilterProps {
  legend: string;
  /** Renders the icon of a button. Buttons without an icon show their count. */
  children?: (option: FilterOption) => React.ReactNode;
}

/** A filter with a few values as buttons, at most one of which is pressed. */
export function FilterChoices({ legend, name, options, children }: FilterChoicesProps) {
  const { chosen, toggle } = useFilter(name);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={children ? 'icons' : 'choices'}>
        {options.map((option) => {
          const { value, label, count } = option;
          const isChosen = value === chosen;
          return (
            <Button
              key={label}
              className={children ? 'icon-choice' : 'choice'}
              aria-label={describeOption(option)}
              aria-pressed={isChosen}
              title={children && describeOption(option)}
              disabled={value === undefined || (count === 0 && !isChosen)}
              onClick={() => value !== undefined && toggle(value)}
            >
              {children?.(option)}
              {label} {!children && <small>{count?.toLocaleString()}</small>}
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A filter with many values as a select. */
export function FilterSelect({ label, name, options }: FilterProps & { label: string }) {
  const { chosen, toggle } = useFilter(name);
  // The list contains only the most frequent values, but the chosen value must stay visible.
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

/** The chosen value, and a function that chooses another one, or none if it is already chosen. */
function useFilter(name: FilterName) {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const toggle = (value: string) => {
    changeParams((current) => withParam(current, name, value === current.get(name) ? '' : value));
    showFirstResults();
  };
  return { chosen: params.get(name), toggle };
}

function describeOption({ label, count }: FilterOption): string {
  return count === undefined ? label : `${label}, ${countOf(count, 'kit')}`;
}

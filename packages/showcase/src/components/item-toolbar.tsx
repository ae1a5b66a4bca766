import { Button } from './button.tsx';
import { Check } from './field.tsx';
import { listColumns } from './item-columns.tsx';
import { listOrderings } from './item-orderings.ts';
import { OrderSelect } from './order-select.tsx';
import { SearchInput } from './search-input.tsx';
import type { ItemSource } from './use-item-pages.ts';
import type { useItemView } from './use-item-view.ts';

interface ItemToolbarProps {
  source: ItemSource;
  look: ReturnType<typeof useItemView>;
}

/**
 * The search and the ordering of a list of items, whose state is in the URL, and the choice of view and
 * columns.
 */
export function ItemToolbar({ source, look: { view, changeView, columns, toggleColumn } }: ItemToolbarProps) {
  return (
    <>
      <form
        className="toolbar item-toolbar"
        role="search"
        aria-label="Items"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchInput name="search" label="Search this collection" />
        <OrderSelect orderings={listOrderings(source)} />
        <div className="views" role="group" aria-label="View">
          {(['wall', 'table'] as const).map((option) => (
            <Button
              key={option}
              className="choice"
              aria-pressed={view === option}
              onClick={() => changeView(option)}
            >
              {option === 'wall' ? 'Wall' : 'Table'}
            </Button>
          ))}
        </div>
      </form>
      {view === 'table' && (
        <details className="column-choice">
          <summary>Columns</summary>
          <fieldset className="checks">
            <legend className="visually-hidden">Columns</legend>
            {listColumns(source)
              .filter(({ key }) => key !== 'name')
              .map(({ key, label }) => (
                <Check
                  key={key}
                  label={label}
                  value={columns.some((column) => column.key === key)}
                  change={() => toggleColumn(key)}
                />
              ))}
          </fieldset>
        </details>
      )}
    </>
  );
}

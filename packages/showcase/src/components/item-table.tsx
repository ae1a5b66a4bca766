import { memo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CollectionItem } from '../types.ts';
import { Button } from './button.tsx';
import type { ItemColumn } from './item-columns.tsx';
import { toItem, type Selection } from './item-wall.tsx';
import type { ItemList } from './use-item-pages.ts';
import { useSetParam } from './use-set-param.ts';

interface ItemTableProps {
  items: readonly CollectionItem[];
  columns: readonly ItemColumn[];
  list: ItemList;
  selection?: Selection | undefined;
  isBusy: boolean;
}

/**
 * Items of a collection as a table. On small screens, each row is a card with a label before each value.
 */
export function ItemTable({ items, columns, list, selection, isBusy }: ItemTableProps) {
  const width = columns.reduce((sum, column) => sum + column.width, selection ? 3 : 0);
  return (
    <div className="table-scroller" role="region" aria-label="Table of items" tabIndex={0}>
      <table className="item-table" aria-busy={isBusy} style={{ minWidth: `${width}rem` }}>
        <thead>
          <tr>
            {selection && <td style={{ width: '3rem' }} />}
            {columns.map((column) => (
              <ColumnHeading key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} columns={columns} list={list} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A column heading that sorts by the column, or reverses the order if the table is already sorted by it. */
function ColumnHeading({ column: { label, ordering, width, isNumber } }: { column: ItemColumn }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  const current = params.get('ordering') ?? '';
  const reversed = ordering && reverse(ordering);
  const isSorted = current !== '' && (current === ordering || current === reversed);
  return (
    <th
      scope="col"
      className={isNumber ? 'number' : undefined}
      style={{ width: `${width}rem` }}
      aria-sort={isSorted ? (current.startsWith('-') ? 'descending' : 'ascending') : undefined}
    >
      {ordering && reversed ? (
        <Button className="sort" onClick={() => set('ordering', current === ordering ? reversed : ordering)}>
          {label}
          <span aria-hidden="true">{isSorted ? (current.startsWith('-') ? '↓' : '↑') : ''}</span>
        </Button>
      ) : (
        label
      )}
    </th>
  );
}

function reverse(ordering: string): string {
  return ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`;
}

type RowProps = Pick<ItemTableProps, 'columns' | 'list' | 'selection'> & { item: CollectionItem };

/** Memoised, so that existing rows are not rendered again when the next page arrives. */
const Row = memo(function Row({ item, columns, list, selection }: RowProps) {
  return (
    <tr>
      {selection && (
        <td className="select">
          <input
            type="checkbox"
            aria-label={`Select ${item.name || 'the unnamed item'}`}
            checked={selection.has(item.id)}
            disabled={selection.isLocked}
            onChange={() => selection.toggle(item.id)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} item={item} list={list} />
      ))}
    </tr>
  );
});

function Cell({ column, item, list }: { column: ItemColumn; item: CollectionItem; list: ItemList }) {
  const content = column.show(item);
  if (column.key === 'name')
    return (
      <th scope="row">
        <Link to={toItem(item.id, list)} state={{ list }}>
          {content}
        </Link>
        {item.is_private && <span className="badge">Private</span>}
      </th>
    );
  return (
    <td className={column.isNumber ? 'number' : undefined} data-column={column.key} data-label={column.label}>
      {content}
    </td>
  );
}

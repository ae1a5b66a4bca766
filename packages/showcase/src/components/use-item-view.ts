import { useMemo, useState } from 'react';
import { keepStored, readStored } from '../browser-storage.ts';
import { COLUMN_KEYS, DEFAULT_COLUMNS, listColumns, type ColumnKey } from './item-columns.tsx';
import type { ItemSource } from './use-item-pages.ts';

const VIEWS = ['wall', 'table'] as const;

export type ItemView = (typeof VIEWS)[number];

const VIEW = 'items-view';
const COLUMNS = 'items-columns';

/** How lists of items look, which the browser remembers. */
export function useItemView(source: ItemSource) {
  const [view, setView] = useState(() => readStored(VIEW, toView) ?? 'wall');
  const [chosen, setChosen] = useState(() => readStored(COLUMNS, toColumns) ?? DEFAULT_COLUMNS);
  const columns = useMemo(
    () => listColumns(source).filter(({ key }) => key === 'name' || chosen.includes(key)),
    [source, chosen],
  );
  return {
    view,
    changeView(next: ItemView) {
      keepStored(VIEW, next);
      setView(next);
    },
    columns,
    toggleColumn(key: ColumnKey) {
      const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
      keepStored(COLUMNS, next);
      setChosen(next);
    },
  };
}

function toView(stored: unknown): ItemView | undefined {
  return VIEWS.find((view) => view === stored);
}

/** The columns that there still are. */
function toColumns(stored: unknown): readonly ColumnKey[] | undefined {
  return Array.isArray(stored) ? COLUMN_KEYS.filter((key) => stored.includes(key)) : undefined;
}

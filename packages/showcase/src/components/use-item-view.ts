import { useMemo, useState } from 'react';
import { readStored, writeStored } from '../browser-storage.ts';
import { COLUMN_KEYS, DEFAULT_COLUMNS, listColumns, type ColumnKey } from './item-columns.tsx';
import type { ItemSource } from './use-item-pages.ts';

const VIEWS = ['wall', 'table'] as const;

export type ItemView = (typeof VIEWS)[number];

const VIEW = 'items-view';
const COLUMNS = 'items-columns';

/** The view and columns of item lists, which the browser stores. */
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
      writeStored(VIEW, next);
      setView(next);
    },
    columns,
    toggleColumn(key: ColumnKey) {
      const next = chosen.includes(key) ? chosen.filter((chosenKey) => chosenKey !== key) : [...chosen, key];
      writeStored(COLUMNS, next);
      setChosen(next);
    },
  };
}

function toView(stored: unknown): ItemView | undefined {
  return VIEWS.find((view) => view === stored);
}

/** Reads stored columns, without those that no longer exist. */
function toColumns(stored: unknown): readonly ColumnKey[] | undefined {
  return Array.isArray(stored) ? COLUMN_KEYS.filter((key) => stored.includes(key)) : undefined;
}

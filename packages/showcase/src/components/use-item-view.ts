import { useMemo, useState } from 'react';
import { keepStored, readStored } from '../browser-storage.ts';
import { DEFAULT_COLUMNS, listColumns, type ColumnKey } from './item-columns.tsx';
import type { ItemSource } from './use-item-pages.ts';

export type ItemView = 'wall' | 'table';

const VIEW = 'kitroom-items-view';
const COLUMNS = 'kitroom-items-columns';

/** How lists of items look, which the browser remembers. */
export function useItemView(source: ItemSource) {
  const [view, setView] = useState<ItemView>(readStored(VIEW) === 'table' ? 'table' : 'wall');
  const [chosen, setChosen] = useState(readColumns);
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
      keepStored(COLUMNS, next.join());
      setChosen(next);
    },
  };
}

function readColumns(): readonly string[] {
  return readStored(COLUMNS)?.split(',') ?? DEFAULT_COLUMNS;
}

import { useState } from 'react';
import type { Selection } from '../../components/item-wall.tsx';

const NOTHING: ReadonlySet<number> = new Set();

/** The selected items of a list: some of them, or all that match its filters. */
export interface SeveralItems {
  ids: readonly number[] | 'all';
  /** The selection for the list. Undefined unless the user is selecting items. */
  shown: Selection | undefined;
  /** Starts or ends selecting. */
  setSelecting: (isSelecting: boolean) => void;
  selectAll: () => void;
  clear: () => void;
  /** Removes items from the selection. */
  deselect: (ids: readonly number[]) => void;
}

/** The state of a list whose items can be selected. */
export function useSelection(): SeveralItems {
  const [isSelecting, setSelecting] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number> | 'all'>(NOTHING);
  const isAll = chosen === 'all';
  const change = (next: (ids: ReadonlySet<number>) => readonly number[]) =>
    setChosen((current) => (current === 'all' ? current : new Set(next(current))));
  const deselect = (ids: readonly number[]) =>
    change((current) => [...current].filter((chosenId) => !ids.includes(chosenId)));
  const shown: Selection = {
    has: (id) => isAll || chosen.has(id),
    toggle: (id) =>
      change((current) =>
        current.has(id) ? [...current].filter((chosenId) => chosenId !== id) : [...current, id],
      ),
    isLocked: isAll,
  };
  return {
    ids: isAll ? 'all' : [...chosen],
    shown: isSelecting ? shown : undefined,
    setSelecting: (next) => {
      setChosen(NOTHING);
      setSelecting(next);
    },
    selectAll: () => setChosen('all'),
    clear: () => setChosen(NOTHING),
    deselect,
  };
}

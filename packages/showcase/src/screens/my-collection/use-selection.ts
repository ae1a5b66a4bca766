import { useState } from 'react';
import type { Selection } from '../../components/item-wall.tsx';

const NOTHING: ReadonlySet<number> = new Set();

/** Several items of a list that are to be changed together: some, or all that its filters find. */
export interface SeveralItems {
  ids: readonly number[] | 'all';
  /** For the list, while its items are chosen instead of opened. */
  shown: Selection | undefined;
  /** Starts or ends choosing. */
  setSelecting: (isSelecting: boolean) => void;
  selectAll: () => void;
  clear: () => void;
  /** Takes some items out of the selection. */
  deselect: (ids: readonly number[]) => void;
}

/** The state of a list from which several items can be chosen. */
export function useSelection(): SeveralItems {
  const [isSelecting, setSelecting] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number> | 'all'>(NOTHING);
  const isAll = chosen === 'all';
  const change = (next: (ids: ReadonlySet<number>) => readonly number[]) =>
    setChosen((now) => (now === 'all' ? now : new Set(next(now))));
  const deselect = (ids: readonly number[]) =>
    change((now) => [...now].filter((chosenId) => !ids.includes(chosenId)));
  const shown: Selection = {
    has: (id) => isAll || chosen.has(id),
    toggle: (id) => change((now) => (now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])),
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

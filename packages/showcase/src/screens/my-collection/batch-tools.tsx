import { Button } from '../../components/button.tsx';
import { BatchPanel } from './batch-panel.tsx';
import type { SeveralItems } from './use-selection.ts';

interface BatchToolsProps {
  selection: SeveralItems;
  /** How many items the filters find. */
  matching: number;
  /** The list is that of the drafts. */
  areDrafts?: boolean;
}

/** Starts choosing several items of a list, and then offers what can be done with them. */
export function BatchTools({ selection, matching, areDrafts = false }: BatchToolsProps) {
  const isSelecting = selection.shown !== undefined;
  return (
    <div className="batch">
      <Button aria-pressed={isSelecting} onClick={() => selection.setSelecting(!isSelecting)}>
        {isSelecting ? 'Done' : 'Select several'}
      </Button>
      {isSelecting && <BatchPanel selection={selection} matching={matching} areDrafts={areDrafts} />}
    </div>
  );
}

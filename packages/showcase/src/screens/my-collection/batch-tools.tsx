import { Button } from '../../components/button.tsx';
import { BatchPanel } from './batch-panel.tsx';
import type { SeveralItems } from './use-selection.ts';

interface BatchToolsProps {
  selection: SeveralItems;
  /** The number of items that match the filters. */
  matching: number;
  /** Whether the list contains drafts. */
  areDrafts?: boolean;
}

/** A button that starts selecting items of a list, and the panel that changes them. */
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

import { ActionButton } from '../../components/action-button.tsx';
import { useImportChange } from './use-import.ts';

interface SkipRowProps {
  importId: number;
  number: number;
  isSkipped: boolean;
}

/** A button that skips a row, or includes it again. */
export function SkipRow({ importId, number, isSkipped }: SkipRowProps) {
  const change = useImportChange();
  return (
    <ActionButton
      action={change}
      className="link-button"
      aria-label={isSkipped ? `Include row ${number}` : `Skip row ${number}`}
      onClick={() =>
        change.mutate((imports) => imports.patchRow({ id: importId, number }, { skip: !isSkipped }))
      }
    >
      {isSkipped ? 'Include' : 'Skip'}
    </ActionButton>
  );
}

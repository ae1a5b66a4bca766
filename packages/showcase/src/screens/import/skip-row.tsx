import { ActionButton } from '../../components/action-button.tsx';
import { useImportChange } from './use-import.ts';

interface SkipRowProps {
  importId: number;
  number: number;
  isSkipped: boolean;
}

/** Leaves a row out, or takes it back. */
export function SkipRow({ importId, number, isSkipped }: SkipRowProps) {
  const change = useImportChange();
  return (
    <ActionButton
      action={change}
      className="link-button"
      aria-label={isSkipped ? `Take back row ${number}` : `Skip row ${number}`}
      onClick={() =>
        change.mutate((imports) => imports.patchRow({ id: importId, number }, { skip: !isSkipped }))
      }
    >
      {isSkipped ? 'Take back' : 'Skip'}
    </ActionButton>
  );
}

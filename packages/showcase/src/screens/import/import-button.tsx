import type { CollectionClient } from '@kitroom/collection-client';
import { ActionButton } from '../../components/action-button.tsx';
import type { ButtonProps } from '../../components/button.tsx';
import { useImportChange } from './use-import.ts';

interface ImportButtonProps extends ButtonProps {
  change: (imports: CollectionClient['imports']) => Promise<unknown>;
  /** The question to confirm before the change. */
  question?: string;
}

/** A button for a change of an import or of its rows. */
export function ImportButton({ change, question, ...props }: ImportButtonProps) {
  const action = useImportChange();
  const isConfirmed = () => question === undefined || window.confirm(question);
  return <ActionButton action={action} onClick={() => isConfirmed() && action.mutate(change)} {...props} />;
}

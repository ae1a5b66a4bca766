import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ActionButton } from '../../components/action-button.tsx';
import { useAction } from '../../components/use-action.ts';
import { useCollection } from '../../services.ts';
import { IMPORTS } from './use-import.ts';

/** Discards an import in review, or removes a finished one from the list. */
export function RemoveImport({ id, label, disabled }: { id: number; label: string; disabled?: boolean }) {
  const { imports } = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useAction({
    mutationFn: () => imports.remove({ id }),
    onSuccess: async () => {
      await navigate('/collection/import');
      // Only the list is read again, because the import itself no longer exists.
      await queries.invalidateQueries({ queryKey: [...IMPORTS, 'list'] });
    },
  });
  return (
    <ActionButton action={remove} disabled={disabled} onClick={() => remove.mutate()}>
      {label}
    </ActionButton>
  );
}

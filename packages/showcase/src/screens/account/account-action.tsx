import { CollectionError } from '@kitroom/collection-client';
import { useMutation } from '@tanstack/react-query';
import { ActionButton } from '../../components/action-button.tsx';
import { Confirmation } from './confirmation.tsx';

/**
 * A change of the account. If the API wants it confirmed first, `confirmation` asks for that in place, and the change
 * is made afterwards; it is null otherwise.
 */
export function useAccountAction<Input, Result>(
  send: (input: Input) => Promise<Result>,
  done?: (result: Result, input: Input) => unknown,
) {
  const action = useMutation({ mutationFn: send, ...(done && { onSuccess: done }) });
  const isUnconfirmed = action.error instanceof CollectionError && action.error.confirmationRequired;
  const confirmation = isUnconfirmed ? (
    <Confirmation confirmed={() => action.mutate(action.variables as Input)} cancel={action.reset} />
  ) : null;
  return { action, error: isUnconfirmed ? null : action.error, confirmation };
}

/** A button for a change without input. */
export function AccountButton<Result>(props: {
  label: string;
  /** For screen readers, if several buttons have the same label. */
  describes?: string;
  send: () => Promise<Result>;
  done?: (result: Result) => unknown;
}) {
  const { label, describes, send, done } = props;
  const { action, error, confirmation } = useAccountAction<void, Result>(send, (result) => done?.(result));
  return (
    <>
      {confirmation}
      <ActionButton
        action={{ error, isPending: action.isPending }}
        aria-label={describes && `${label}: ${describes}`}
        hidden={confirmation !== null}
        onClick={() => action.mutate()}
      >
        {label}
      </ActionButton>
    </>
  );
}

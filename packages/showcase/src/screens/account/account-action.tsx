import { CollectionError } from '@kitroom/collection-client';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '../../components/feedback.tsx';
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
export function ActionButton<Result>(props: {
  label: string;
  /** For screen readers, if several buttons have the same label. */
  describes?: string;
  send: () => Promise<Result>;
  done?: (result: Result) => unknown;
  tone?: 'danger' | 'primary';
}) {
  const { label, describes, send, done, tone } = props;
  const { action, error, confirmation } = useAccountAction<void, Result>(send, (result) => done?.(result));
  return (
    <>
      {confirmation}
      {error && <Problem error={error} />}
      <button
        type="button"
        className={`button ${tone ?? ''}`}
        aria-label={describes && `${label}: ${describes}`}
        disabled={action.isPending}
        hidden={confirmation !== null}
        onClick={() => action.mutate()}
      >
        {label}
      </button>
    </>
  );
}

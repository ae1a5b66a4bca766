import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CollectionError } from '@kitroom/collection-client';
import { ActionButton } from '../../components/action-button.tsx';
import { Confirmation } from './confirmation.tsx';
import { ActionForm, type FormProps } from './plain-form.tsx';
import { useRefreshAccount } from './use-profile.ts';

/**
 * A change of the account. If the API requires a confirmation first, `confirmation` is a form for it, after
 * which the change is sent again; otherwise it is null. After the change, calls `done`, or without it reads
 * the account again.
 */
function useAccountAction<Input, Result>(
  send: (input: Input) => Promise<Result>,
  done?: (result: Result, input: Input) => unknown,
) {
  const refresh = useRefreshAccount();
  const [successCount, setAccepted] = useState(0);
  const action = useMutation({
    mutationFn: send,
    onSuccess: (result, input) => {
      setAccepted((count) => count + 1);
      return done ? done(result, input) : refresh();
    },
  });
  const isUnconfirmed = action.error instanceof CollectionError && action.error.confirmationRequired;
  const confirmation = isUnconfirmed ? (
    <Confirmation confirmed={() => action.mutate(action.variables as Input)} cancel={action.reset} />
  ) : null;
  return { action, successCount, error: isUnconfirmed ? null : action.error, confirmation };
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
  const { action, error, confirmation } = useAccountAction<void, Result>(send, done);
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

/** A form for a change. Its inputs are cleared afterwards. */
export function AccountForm<Result>({
  send,
  done,
  success,
  ...formProps
}: FormProps<Result> & { success?: string }) {
  const { action, successCount, error, confirmation } = useAccountAction(send, done);
  return (
    <>
      {confirmation}
      <ActionForm
        key={successCount}
        {...formProps}
        action={action}
        error={error}
        hidden={confirmation !== null}
      />
      {action.isSuccess && success && <p role="status">{success}</p>}
    </>
  );
}

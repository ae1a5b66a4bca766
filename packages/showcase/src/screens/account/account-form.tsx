import { useState } from 'react';
import { useAccountAction } from './account-action.tsx';
import { ActionForm, type FormProps } from './plain-form.tsx';

/** A form for a change of the account, which may have to be confirmed first; its inputs are emptied afterwards. */
export function AccountForm<Result>({
  send,
  done,
  success,
  ...shown
}: FormProps<Result> & { success?: (result: Result) => string }) {
  const [accepted, setAccepted] = useState(0);
  const { action, error, confirmation } = useAccountAction(send, (result, values) => {
    setAccepted((count) => count + 1);
    return done?.(result, values);
  });
  return (
    <>
      {confirmation}
      <ActionForm key={accepted} {...shown} action={action} error={error} hidden={confirmation !== null} />
      {success && action.isSuccess && <p role="status">{success(action.data)}</p>}
    </>
  );
}

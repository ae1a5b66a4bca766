import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSignIn } from '../../session.ts';
import { CODE, PASSWORD, USERNAME } from './account-fields.ts';
import { ActionForm, type Values } from './plain-form.tsx';

interface SignInFormProps {
  /** Whoever has to sign in again. Default: the form asks for the name. */
  username?: string;
  done?: () => void;
}

/** Signs in, with the code of a second factor if the account has one. */
export function SignInForm({ username, done }: SignInFormProps) {
  const signIn = useSignIn();
  const [needsCode, setNeedsCode] = useState(false);
  const action = useMutation({
    mutationFn: ({ username: name = '', password = '', code }: Values) =>
      signIn.mutateAsync({ username: name, password, code: code || undefined }),
    onSuccess: (response) => {
      setNeedsCode('mfa_required' in response);
      if (!('mfa_required' in response)) done?.();
    },
  });
  const named =
    username === undefined ? [USERNAME, PASSWORD] : [{ ...PASSWORD, label: `Password of ${username}` }];
  const fields = needsCode ? [...named, { ...CODE, autoFocus: true }] : named;
  return (
    <ActionForm fields={fields} submit="Sign in" action={action} error={action.error}>
      {username !== undefined && (
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      )}
    </ActionForm>
  );
}

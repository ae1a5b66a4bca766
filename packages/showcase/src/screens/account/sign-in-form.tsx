import { useState } from 'react';
import { useSignIn } from '../../session.ts';
import { CODE, PASSWORD, SIGN_IN_NAME } from './account-fields.ts';
import { PlainForm } from './plain-form.tsx';

interface SignInFormProps {
  /** The user who has to sign in again. Default: the form has a field for the username. */
  username?: string;
  done?: () => void;
}

/** Signs in, with the code of a second factor if the account has one. */
export function SignInForm({ username, done }: SignInFormProps) {
  const signIn = useSignIn();
  // Set once the service has accepted username and password.
  const [needsCode, setNeedsCode] = useState(false);
  const credentialFields =
    username === undefined ? [SIGN_IN_NAME, PASSWORD] : [{ ...PASSWORD, label: `Password of ${username}` }];
  const fields = needsCode ? [...credentialFields, { ...CODE, autoFocus: true }] : credentialFields;
  return (
    <PlainForm
      fields={fields}
      send={({ username: name = '', password = '', code }) =>
        signIn((accounts) => accounts.login({ username: name, password, code: code || undefined }))
      }
      done={(response) => {
        setNeedsCode('mfa_required' in response);
        if (!('mfa_required' in response)) done?.();
      }}
      submit="Sign in"
    >
      {username !== undefined && (
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      )}
    </PlainForm>
  );
}

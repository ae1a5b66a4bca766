import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Field } from '../components/field.tsx';
import { fieldErrorsOf } from '../components/field-errors.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { lostSessionStore } from '../lost-session.ts';
import { useSignIn } from '../session.ts';

/** Asks to sign in again, over the screen: what was typed there stays. */
export function SignInAgain({ username }: { username: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const signIn = useSignIn();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsCode = (signIn.data && 'mfa_required' in signIn.data) || code !== '';
  const errors = fieldErrorsOf(signIn.error);
  useEffect(() => dialog.current?.showModal(), []);

  /** Reads again what could not be read meanwhile. */
  function finish() {
    lostSessionStore.set(false);
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    signIn.mutate(
      { username, password, code: code || undefined },
      { onSuccess: (response) => 'mfa_required' in response || finish() },
    );
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="sign-in-again"
      onClose={() => lostSessionStore.set(false)}
    >
      <h2 id="sign-in-again">Please sign in again</h2>
      <p>Your session has ended. What you entered is still here.</p>
      <form className="form" onSubmit={submit}>
        <FormProblem error={signIn.error} fields={['password', 'code']} />
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <Field label={`Password of ${username}`} errors={errors['password']}>
          {(described) => (
            <input
              {...described}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {needsCode && (
          <Field label="Code" errors={errors['code']} hint="From your authenticator app, or a recovery code.">
            {(described) => (
              <input
                {...described}
                autoComplete="one-time-code"
                required
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="actions">
          <button type="submit" className="button primary" disabled={signIn.isPending}>
            Sign in
          </button>
          <a href="/sign-in" target="_blank" rel="noreferrer">
            Sign in another way, in a new window
          </a>
        </div>
      </form>
    </dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { lostSessionStore } from '../lost-session.ts';
import { SignInForm } from '../screens/account/sign-in-form.tsx';
import { useMayUsePassword } from '../service-rules.ts';

/** A dialog for signing in again over the current screen, whose input is preserved. */
export function SignInAgain({ username }: { username: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const mayUsePassword = useMayUsePassword();
  useEffect(() => dialog.current?.showModal(), []);

  /** Repeats requests that failed in the meantime. */
  function finish() {
    lostSessionStore.set(false);
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
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
      {mayUsePassword && <SignInForm username={username} done={finish} />}
      <p>
        <Link to="/sign-in" target="_blank" rel="noreferrer">
          {mayUsePassword ? 'Sign in another way, in a new window' : 'Sign in, in a new window'}
        </Link>
      </p>
    </dialog>
  );
}

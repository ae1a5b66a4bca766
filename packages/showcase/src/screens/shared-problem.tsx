import { CollectionError } from '@kitroom/collection-client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Page, ProblemPage } from '../components/page.tsx';
import { TextField } from '../components/field.tsx';
import { fieldErrorsOf, Form } from '../components/form.tsx';
import { useCollection } from '../services.ts';

interface SharedProblemProps {
  token: string;
  error: Error;
  retry: () => void;
}

/** Why a link shows nothing; if its password is missing, asks for that. */
export function SharedProblem({ token, error, retry }: SharedProblemProps) {
  if (error instanceof CollectionError && error.passwordRequired) {
    return <UnlockShared token={token} onUnlocked={retry} />;
  }
  return <ProblemPage error={error} onRetry={retry} />;
}

/** Asks for the password of a link. Afterwards a cookie lets this browser in. */
function UnlockShared({ token, onUnlocked }: { token: string; onUnlocked: () => void }) {
  const collection = useCollection();
  const [password, setPassword] = useState('');
  const unlock = useMutation({
    mutationFn: () => collection.shared.unlock({ token }, { password }),
    onSuccess: onUnlocked,
  });
  return (
    <Page title="Shared with you">
      <Form error={unlock.error} fields={['password']} onSubmit={() => unlock.mutate()}>
        <TextField
          label="Password"
          errors={fieldErrorsOf(unlock.error)['password']}
          hint="From the person who sent you the link."
          type="password"
          autoComplete="off"
          required
          value={password}
          change={setPassword}
        />
        <button type="submit" className="button primary" disabled={unlock.isPending}>
          Open
        </button>
      </Form>
    </Page>
  );
}

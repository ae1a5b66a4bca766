import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Field } from '../components/field.tsx';
import { fieldErrorsOf } from '../components/field-errors.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { useCollection } from '../services.ts';

/** Asks for the password of a link. Afterwards a cookie lets this browser in. */
export function UnlockShared({ token, onUnlocked }: { token: string; onUnlocked: () => void }) {
  const collection = useCollection();
  const [password, setPassword] = useState('');
  const unlock = useMutation({
    mutationFn: () => collection.shared.unlock({ token }, { password }),
    onSuccess: onUnlocked,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    unlock.mutate();
  }

  return (
    <div className="page narrow">
      <title>Shared with you · Kitroom</title>
      <h1>Shared with you</h1>
      <form className="form" onSubmit={submit}>
        <FormProblem error={unlock.error} fields={['password']} />
        <Field
          label="Password"
          errors={fieldErrorsOf(unlock.error)['password']}
          hint="From the person who sent you the link."
        >
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="off"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button primary" disabled={unlock.isPending}>
          Open
        </button>
      </form>
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../components/field.tsx';
import { fieldErrorsOf, Form } from '../components/form.tsx';
import { useCollection } from '../services.ts';

/** Asks for the password of a link. Afterwards a cookie lets this browser in. */
export function UnlockShared({ token, onUnlocked }: { token: string; onUnlocked: () => void }) {
  const collection = useCollection();
  const [password, setPassword] = useState('');
  const unlock = useMutation({
    mutationFn: () => collection.shared.unlock({ token }, { password }),
    onSuccess: onUnlocked,
  });
  return (
    <div className="page narrow">
      <title>Shared with you · Kitroom</title>
      <h1>Shared with you</h1>
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
    </div>
  );
}

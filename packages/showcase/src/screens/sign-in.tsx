import { useState, type FormEvent } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Field } from '../components/field.tsx';
import { fieldErrorsOf } from '../components/field-errors.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { useSignIn, useUser } from '../session.ts';
import { readNext } from './read-next.ts';

const FIELDS = ['username', 'password', 'code'];

/** Sign-in, with the code of a second factor if the account has one. */
export function SignInScreen() {
  const [params] = useSearchParams();
  const user = useUser();
  const signIn = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsCode = (signIn.data && 'mfa_required' in signIn.data) || code !== '';
  const errors = fieldErrorsOf(signIn.error);
  if (user) return <Navigate to={readNext(params)} replace />;

  function submit(event: FormEvent) {
    event.preventDefault();
    signIn.mutate({ username, password, code: code || undefined });
  }

  return (
    <div className="page narrow">
      <title>Sign in · Kitroom</title>
      <h1>Sign in</h1>
      <form className="form" onSubmit={submit}>
        <FormProblem error={signIn.error} fields={FIELDS} />
        <Field label="Username" errors={errors['username']}>
          {(attributes) => (
            <input
              {...attributes}
              autoComplete="username"
              autoCapitalize="none"
              required
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password" errors={errors['password']}>
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {needsCode && (
          <Field
            label="Code"
            errors={errors['code']}
            hint="From your authenticator app, or one of your recovery codes."
          >
            {(attributes) => (
              <input
                {...attributes}
                autoComplete="one-time-code"
                autoFocus
                required
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        )}
        <button type="submit" className="button primary" disabled={signIn.isPending}>
          Sign in
        </button>
      </form>
      <p>
        New here? <Link to={`/sign-up?${params}`}>Create an account</Link>
      </p>
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Field } from '../components/field.tsx';
import { fieldErrorsOf } from '../components/field-errors.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { useCollection } from '../services.ts';
import { useSignIn, useUser } from '../session.ts';
import { readNext } from './read-next.ts';

const FIELDS = ['username', 'email', 'password'];

/** Sign-up in two steps: the account, then the key from the e-mail. */
export function SignUpScreen() {
  const collection = useCollection();
  const [params] = useSearchParams();
  const user = useUser();
  const [account, setAccount] = useState({ username: '', email: '', password: '' });
  const signUp = useMutation({ mutationFn: () => collection.accounts.signup(account) });
  const errors = fieldErrorsOf(signUp.error);
  if (user) return <Navigate to={readNext(params)} replace />;
  if (signUp.isSuccess) return <VerifyEmail account={account} />;

  function submit(event: FormEvent) {
    event.preventDefault();
    signUp.mutate();
  }

  const bind = (name: keyof typeof account) => ({
    value: account[name],
    onChange: (event: { target: { value: string } }) =>
      setAccount({ ...account, [name]: event.target.value }),
    required: true,
  });
  return (
    <div className="page narrow">
      <title>Create an account · Kitroom</title>
      <h1>Create an account</h1>
      <form className="form" onSubmit={submit}>
        <FormProblem error={signUp.error} fields={FIELDS} />
        <Field label="Username" errors={errors['username']}>
          {(attributes) => (
            <input {...attributes} {...bind('username')} autoComplete="username" autoCapitalize="none" />
          )}
        </Field>
        <Field label="E-mail" errors={errors['email']}>
          {(attributes) => <input {...attributes} {...bind('email')} type="email" autoComplete="email" />}
        </Field>
        <Field label="Password" errors={errors['password']} hint="At least 8 characters.">
          {(attributes) => (
            <input {...attributes} {...bind('password')} type="password" autoComplete="new-password" />
          )}
        </Field>
        <button type="submit" className="button primary" disabled={signUp.isPending}>
          Create account
        </button>
      </form>
      <p>
        You have one? <Link to={`/sign-in?${params}`}>Sign in</Link>
      </p>
    </div>
  );
}

/** Verifies the address, then signs in with the password that was just chosen. */
function VerifyEmail({ account }: { account: { username: string; email: string; password: string } }) {
  const collection = useCollection();
  const signIn = useSignIn();
  const [key, setKey] = useState('');
  const verify = useMutation({
    mutationFn: () => collection.accounts.verifyEmail({ key: key.trim() }),
    onSuccess: () => signIn.mutate(account),
  });
  const error = verify.error ?? signIn.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    verify.mutate();
  }

  return (
    <div className="page narrow">
      <title>Check your e-mail · Kitroom</title>
      <h1>Check your e-mail</h1>
      <p>
        We have sent a key to <strong>{account.email}</strong>.
      </p>
      <form className="form" onSubmit={submit}>
        <FormProblem error={error} fields={['key']} />
        <Field
          label="Key"
          errors={fieldErrorsOf(error)['key']}
          hint="It stands in the e-mail, below the link."
        >
          {(attributes) => (
            <input
              {...attributes}
              autoComplete="off"
              spellCheck={false}
              required
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button primary" disabled={verify.isPending || signIn.isPending}>
          Verify
        </button>
      </form>
      <p>
        You have opened the link already? <Link to="/sign-in">Sign in</Link>
      </p>
    </div>
  );
}

import { SOCIAL_ERRORS } from '@kitroom/collection-client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useFinishSignIn, useKeepsSession, useSignIn, useUser } from '../session.ts';
import { CODE, PASSWORD, USERNAME } from './account/account-fields.ts';
import { OtherSite } from './account/other-site.tsx';
import { ActionForm, PlainForm, type Values } from './account/plain-form.tsx';
import { ProviderLink, useProviders } from './account/provider-links.tsx';
import { readNext } from './read-next.ts';

/** Sign-in, with the code of a second factor if the account has one. */
export function SignInScreen() {
  const [params] = useSearchParams();
  const user = useUser();
  const keepsSession = useKeepsSession(user === null);
  if (user) return <Navigate to={readNext(params)} replace />;
  if (keepsSession === false) return <OtherSite title="Sign in" />;
  const failure = params.get('social_error');
  return (
    <div className="page narrow">
      <title>Sign in · Kitroom</title>
      <h1>Sign in</h1>
      {failure === 'mfa_required' ? <FinishForm /> : <SignInForm failure={failure} />}
      <p>
        <Link to="/account/password/reset">Forgotten your password?</Link>
      </p>
      <p>
        New here? <Link to={`/sign-up?${params}`}>Create an account</Link>
      </p>
    </div>
  );
}

function SignInForm({ failure }: { failure: string | null }) {
  const signIn = useSignIn();
  const [needsCode, setNeedsCode] = useState(false);
  const action = useMutation({
    mutationFn: ({ username = '', password = '', code }: Values) =>
      signIn.mutateAsync({ username, password, code: code || undefined }),
    onSuccess: (answer) => setNeedsCode('mfa_required' in answer),
  });
  const fields = needsCode ? [USERNAME, PASSWORD, { ...CODE, autoFocus: true }] : [USERNAME, PASSWORD];
  return (
    <>
      {failure !== null && <SocialProblem code={failure} />}
      <ActionForm fields={fields} submit="Sign in" action={action} error={action.error} />
      <Providers />
    </>
  );
}

/** After a sign-in with a provider, for accounts with a second factor. */
function FinishForm() {
  const finish = useFinishSignIn();
  return (
    <PlainForm
      fields={[{ ...CODE, autoFocus: true }]}
      send={({ code = '' }) => finish.mutateAsync(code)}
      submit="Sign in"
    />
  );
}

/** Why a sign-in with a provider failed. */
export function SocialProblem({ code }: { code: string }) {
  const texts: Readonly<Record<string, string>> = SOCIAL_ERRORS;
  return (
    <p className="problem" role="alert">
      {Object.hasOwn(texts, code) ? texts[code] : SOCIAL_ERRORS.provider_error}
    </p>
  );
}

function Providers() {
  const [params] = useSearchParams();
  const providers = useProviders();
  return providers.data?.map(({ provider, name, login_url: url }) => (
    <p key={provider}>
      <ProviderLink
        label={`Sign in with ${name}`}
        url={url}
        next={`/sign-in?next=${encodeURIComponent(readNext(params))}`}
      />
    </p>
  ));
}

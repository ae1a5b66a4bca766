import { useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { readNext, readReason, useKeepsSession } from '../before-sign-in.ts';
import { Loading } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';
import { useServiceRules } from '../service-rules.ts';
import { useSignIn, useUser } from '../session.ts';
import { CODE } from './account/account-fields.ts';
import { OtherSite } from './account/other-site.tsx';
import { PlainForm } from './account/plain-form.tsx';
import { ProviderLinks, SocialProblem, useAutomaticSignIn } from './account/provider-links.tsx';
import { SignInForm } from './account/sign-in-form.tsx';

/** The sign-in screen, with the code of a second factor if the account has one. */
export function SignInScreen() {
  const [params] = useSearchParams();
  const user = useUser();
  const rules = useServiceRules();
  const keepsSession = useKeepsSession(user === null);
  const automatic = useAutomaticSignIn();
  // A browser that keeps no session would be redirected back and forth.
  const redirects = user === null && keepsSession === true && typeof automatic === 'string';
  useEffect(() => {
    if (redirects) window.location.replace(automatic);
  }, [redirects, automatic]);
  if (user) return <Navigate to={readNext(params)} replace />;
  if (keepsSession === false) return <OtherSite title="Sign in" />;
  if (!rules || automatic === undefined || typeof automatic === 'string') return <Loading />;
  const failure = params.get('social_error');
  const reason = readReason(params);
  return (
    <Page title="Sign in">
      {reason && <p>{reason}</p>}
      {failure === 'mfa_required' ? (
        <FinishForm />
      ) : (
        <>
          {failure !== null && <SocialProblem code={failure} />}
          {rules.passwords === 'staff' && (
            <p>Only staff sign in with a password. Everyone else signs in as shown below the form.</p>
          )}
          {rules.passwords === 'off' ? (
            <p>Passwords are not used here: sign in as shown below.</p>
          ) : (
            <SignInForm />
          )}
          <ProviderLinks />
        </>
      )}
      {rules.passwords !== 'off' && (
        <p>
          <Link to="/account/password/reset">Forgotten your password?</Link>
        </p>
      )}
      {rules.signUp === 'open' && (
        <p>
          New here? <Link to={`/sign-up?${params}`}>Create an account</Link>
        </p>
      )}
    </Page>
  );
}

/** The code form after a sign-in with a provider, for accounts with a second factor. */
function FinishForm() {
  const signIn = useSignIn();
  return (
    <PlainForm
      fields={[{ ...CODE, autoFocus: true }]}
      send={({ code = '' }) => signIn((accounts) => accounts.finishLogin({ code }))}
      submit="Sign in"
    />
  );
}

import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { readNext, readReason, storeNext } from '../before-sign-in.ts';
import { Loading } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';
import { useServiceRules } from '../service-rules.ts';
import { useCollection } from '../services.ts';
import { useSignIn, useUser } from '../session.ts';
import { EMAIL, KEY, NEW_PASSWORD, USERNAME } from './account/account-fields.ts';
import { PlainForm, type Values } from './account/plain-form.tsx';
import { ProviderLinks } from './account/provider-links.tsx';

const FIELDS = [
  { ...USERNAME, hint: 'Letters, digits and @ . + - _; everyone sees it.' },
  EMAIL,
  { ...NEW_PASSWORD, label: 'Password' },
];

/** The sign-up screen, in two steps: creating the account, then entering the key from the e-mail. */
export function SignUpScreen() {
  const { accounts } = useCollection();
  const [params] = useSearchParams();
  const user = useUser();
  const rules = useServiceRules();
  const [account, setAccount] = useState<Values>();
  if (user) return <Navigate to={readNext(params)} replace />;
  if (account) return <VerifyNow account={account} />;
  if (!rules) return <Loading />;
  const toSignIn = (
    <p>
      Already have an account? <Link to={`/sign-in?${params}`}>Sign in</Link>
    </p>
  );
  if (rules.signUp === 'closed') {
    return (
      <Page title="Create an account">
        <p>Sign-up is closed. To join, ask the people who run this service for an account.</p>
        <ProviderLinks />
        {toSignIn}
      </Page>
    );
  }
  const reason = readReason(params);
  return (
    <Page title="Create an account">
      {reason && <p>{reason}</p>}
      <PlainForm
        fields={FIELDS}
        send={({ username = '', email = '', password = '' }) =>
          accounts.signup({ username, email, password })
        }
        done={(_profile, values) => {
          storeNext(params);
          setAccount(values);
        }}
        submit="Create account"
      />
      {toSignIn}
    </Page>
  );
}

/** The second step: verifies the address, then signs in with the password of the first step. */
function VerifyNow({ account }: { account: Values }) {
  const { accounts } = useCollection();
  const signIn = useSignIn();
  const [params] = useSearchParams();
  const { username = '', password = '', email } = account;
  return (
    <Page title="Check your e-mail">
      <p>
        We have sent a key to <strong>{email}</strong>. Enter it here, or follow the link.
      </p>
      <PlainForm
        fields={[KEY]}
        send={async ({ key = '' }) => {
          await accounts.verifyEmail({ key });
          return signIn(() => accounts.login({ username, password }));
        }}
        submit="Verify"
      />
      <p>
        No e-mail? <Link to="/account/verify-email/resend">Send another one</Link>
      </p>
      <p>
        Already opened the link? <Link to={`/sign-in?${params}`}>Sign in</Link>
      </p>
    </Page>
  );
}

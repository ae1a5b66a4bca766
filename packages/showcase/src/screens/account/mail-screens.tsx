import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { readNext, readStoredNext } from '../../before-sign-in.ts';
import { Loading } from '../../components/feedback.tsx';
import { Page } from '../../components/page.tsx';
import { useServiceRules } from '../../service-rules.ts';
import { useCollection } from '../../services.ts';
import { useUser } from '../../session.ts';
import { EMAIL, KEY, NEW_PASSWORD, type AccountField } from './account-fields.ts';
import { PlainForm, type Values } from './plain-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useRefreshAccount } from './use-profile.ts';

/**
 * The screen to which the link in a verification e-mail leads. The address is verified only on submission,
 * because mail scanners open links too.
 */
export function VerifyEmailScreen() {
  const { accounts } = useCollection();
  return (
    <KeyScreen
      title="Verify your e-mail address"
      fields={[]}
      send={({ key = '' }) => accounts.verifyEmail({ key })}
      submit="Verify my e-mail address"
      done="The e-mail address is verified."
      again="/account/verify-email/resend"
    />
  );
}

/** The screen to which the link in a password e-mail leads. */
export function ResetPasswordScreen() {
  const { accounts } = useCollection();
  return (
    <KeyScreen
      title="Set a new password"
      fields={[NEW_PASSWORD]}
      send={({ key = '', password = '' }) => accounts.confirmPasswordReset({ key, password })}
      submit="Set the password"
      done="Your new password is set, and your API token and app tokens were deleted. You are signed out everywhere."
      again="/account/password/reset"
    />
  );
}

export function ForgottenPasswordScreen() {
  const { accounts } = useCollection();
  const rules = useServiceRules();
  if (!rules) return <Loading />;
  if (rules.passwords === 'off') {
    return (
      <Page title="Forgotten your password?">
        <p>Passwords are not used here: sign in with a provider instead.</p>
        <BackToSignIn />
      </Page>
    );
  }
  const restriction = rules.passwords === 'staff' ? ' Only staff have passwords here.' : '';
  return (
    <MailScreen
      title="Forgotten your password?"
      text={`We will send you a link to set a new one.${restriction}`}
      send={({ email = '' }) => accounts.resetPassword({ email })}
    />
  );
}

export function ResendVerificationScreen() {
  const { accounts } = useCollection();
  return (
    <MailScreen
      title="Another mail to verify your address"
      text="We will send you a new link. Earlier ones keep working."
      send={({ email = '' }) => accounts.resendVerification({ email })}
    />
  );
}

/** A form that sends the key of a link. If the link has none, the form has a field for it. */
function KeyScreen(props: {
  title: string;
  fields: readonly AccountField[];
  send: (values: Values) => Promise<unknown>;
  submit: string;
  /** The text to show after success. */
  done: string;
  /** Path of the screen that sends another e-mail. */
  again: string;
}) {
  const { title, fields, send, submit, done, again } = props;
  const [params] = useSearchParams();
  const [linkedKey] = useState(params.get('key') ?? '');
  const [isDone, setDone] = useState(false);
  const refresh = useRefreshAccount();
  return (
    <Page title={title}>
      {/* Requests from this page must not reveal the key. */}
      <meta name="referrer" content="no-referrer" />
      {isDone ? (
        <>
          <p role="status">{done}</p>
          <ContinueLink />
        </>
      ) : (
        <>
          <PlainForm
            fields={linkedKey === '' ? [KEY, ...fields] : fields}
            send={send}
            done={() => {
              setDone(true);
              return refresh();
            }}
            submit={submit}
          >
            {linkedKey !== '' && <input type="hidden" name="key" value={linkedKey} />}
          </PlainForm>
          <p>
            <Link to={again}>Send me another mail</Link>
          </p>
        </>
      )}
    </Page>
  );
}

/** A link to the screen that the visitor wanted to open, or the sign-in form if necessary. */
function ContinueLink() {
  const navigate = useNavigate();
  const user = useUser();
  const rules = useServiceRules();
  const [next] = useState(() => readNext(readStoredNext(), '/account'));
  if (user === undefined) return <Loading />;
  if (user) {
    return (
      <p>
        <Link to={next}>{next === '/account' ? 'Continue to your account' : 'Continue'}</Link>
      </p>
    );
  }
  if (rules?.passwords === 'off') {
    return (
      <p>
        <Link to={`/sign-in?${new URLSearchParams({ next })}`}>Sign in to continue</Link>
      </p>
    );
  }
  return (
    <>
      <p>Sign in to continue.</p>
      <SignInForm done={() => void navigate(next, { replace: true })} />
    </>
  );
}

/** A form for an e-mail address. The response does not reveal whether the address has an account. */
function MailScreen(props: {
  title: string;
  text: string;
  send: (values: Values) => Promise<{ detail: string }>;
}) {
  const { title, text, send } = props;
  const [detail, setDetail] = useState<string>();
  return (
    <Page title={title}>
      {detail === undefined ? (
        <>
          <p>{text}</p>
          <PlainForm
            fields={[EMAIL]}
            send={send}
            done={(response) => setDetail(response.detail)}
            submit="Send the mail"
          />
        </>
      ) : (
        <p role="status">{detail}</p>
      )}
      <BackToSignIn />
    </Page>
  );
}

function BackToSignIn() {
  return (
    <p>
      <Link to={`/sign-in?${readStoredNext()}`}>Back to the sign-in</Link>
    </p>
  );
}

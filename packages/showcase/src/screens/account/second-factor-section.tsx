import { useState } from 'react';
import type { Profile } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { useCollection } from '../../services.ts';
import { AccountButton, AccountForm } from './account-action.tsx';
import { CODE, PASSWORD } from './account-fields.ts';
import { QrCode } from './qr-code.tsx';
import { Section } from './section.tsx';
import { useRefreshAccount } from './use-profile.ts';

/** Multi-factor sign-in: off, being set up, on, or on with new recovery codes to save. */
export function SecondFactorSection({ profile }: { profile: Profile }) {
  const { accounts } = useCollection();
  const refresh = useRefreshAccount();
  const [setup, setSetup] = useState<{ secret: string; otpauth_url: string }>();
  const [codes, setCodes] = useState<readonly string[]>();

  function keep({ recovery_codes: created }: { recovery_codes: readonly string[] }) {
    setCodes(created);
    setSetup(undefined);
    return refresh();
  }

  return (
    <Section title="Two-factor authentication">
      {codes && <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />}
      {profile.mfa_enabled && !codes && <EnabledFactor profile={profile} keep={keep} />}
      {!profile.mfa_enabled && !setup && (
        <>
          <p>
            Two-factor authentication is off. When on, you also need a code from an authenticator app on your
            phone to sign in.
          </p>
          <AccountButton label="Set it up" send={() => accounts.startTotp()} done={setSetup} />
        </>
      )}
      {!profile.mfa_enabled && setup && (
        <>
          <p>Scan this with an authenticator app, then enter the code that it shows.</p>
          <QrCode text={setup.otpauth_url} label="QR code of the secret below" />
          <p>
            Without a camera, enter this secret: <code>{setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>,
            or <a href={setup.otpauth_url}>open it in an app on this device</a>.
          </p>
          <AccountForm
            fields={[{ ...CODE, hint: 'The six digits that the app shows now.' }]}
            send={({ code = '' }) => accounts.confirmTotp({ code })}
            done={keep}
            submit="Turn it on"
          />
        </>
      )}
    </Section>
  );
}

function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <div className="notice" role="status">
      <p>
        Keep these recovery codes in a safe place. Each lets you sign in once without the app. They will not
        be shown again.
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <CopyButton text={codes.join('\n')} />
        <a
          className="button"
          download="kitroom-recovery-codes.txt"
          href={`data:text/plain,${encodeURIComponent(codes.join('\n'))}`}
        >
          Download
        </a>
        <Button className="button primary" onClick={done}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}

/**
 * New recovery codes and turning it off. For both, the API requires the password in addition to a
 * confirmation.
 */
function EnabledFactor(props: {
  profile: Profile;
  keep: (response: { recovery_codes: readonly string[] }) => unknown;
}) {
  const { accounts } = useCollection();
  const [change, setChange] = useState<'codes' | 'off'>();
  const fields = props.profile.has_password ? [{ ...PASSWORD, label: 'Your password' }] : [];
  return (
    <>
      <p role="status">
        Two-factor authentication is on. Each sign-in requires a code from your authenticator app, or a
        recovery code.
      </p>
      {change === 'codes' && (
        <AccountForm
          fields={fields}
          send={({ password }) => accounts.createRecoveryCodes({ password })}
          done={props.keep}
          submit="Make new codes"
        >
          <p>Your existing codes become invalid.</p>
        </AccountForm>
      )}
      {change === 'off' && (
        <AccountForm
          fields={fields}
          send={({ password }) => accounts.removeTotp({ password })}
          submit="Turn it off"
          tone="danger"
        >
          <p>Your password alone is then enough to sign in.</p>
        </AccountForm>
      )}
      {change === undefined && (
        <div className="actions">
          <Button onClick={() => setChange('codes')}>New recovery codes …</Button>
          <Button onClick={() => setChange('off')}>Turn it off …</Button>
        </div>
      )}
    </>
  );
}

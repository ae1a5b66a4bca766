import { Button } from '../../components/button.tsx';
import { Loading, Problem } from '../../components/feedback.tsx';
import { useMayUsePassword } from '../../service-rules.ts';
import { useCollection } from '../../services.ts';
import { CODE, PASSWORD } from './account-fields.ts';
import { PlainForm } from './plain-form.tsx';
import { ProviderLink, useProviders } from './provider-links.tsx';
import { useProfile } from './use-profile.ts';

/**
 * Requires users who signed in a while ago to confirm their identity by password and code, or by signing in
 * again with a provider.
 */
export function Confirmation({ confirmed, cancel }: { confirmed: () => void; cancel: () => void }) {
  const { accounts } = useCollection();
  const profile = useProfile();
  const mayUsePassword = useMayUsePassword();
  const linked = useProviders().data?.filter((provider) => provider.linked) ?? [];
  if (profile.isPending) return <Loading />;
  if (profile.isError) return <Problem error={profile.error} />;
  const password = { ...PASSWORD, label: 'Your password', autoFocus: true };
  const fields = profile.data.mfa_enabled ? [password, CODE] : [password];
  return (
    <section className="confirmation" aria-label="Confirm that it is you">
      <h3>Confirm that it is you</h3>
      <p>You are about to change access to your account. You will not be asked again for 15 minutes.</p>
      {profile.data.has_password && (mayUsePassword || linked.length === 0) ? (
        <PlainForm
          fields={fields}
          send={(values) => accounts.confirm(values)}
          done={confirmed}
          submit="Confirm"
        />
      ) : (
        // For users without a password.
        linked.map(({ provider, name, login_url: url }) => (
          <ProviderLink key={provider} label={`Sign in again with ${name}`} url={url} />
        ))
      )}
      <Button className="link-button" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}

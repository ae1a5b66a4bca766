import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Loading, Problem } from '../../components/feedback.tsx';
import { useCollection } from '../../services.ts';
import { AccountButton } from './account-action.tsx';
import { Confirmation } from './confirmation.tsx';
import { ProviderLink, SocialProblem, useProviders } from './provider-links.tsx';
import { Section } from './section.tsx';

/** All sign-in providers, with buttons to link and unlink them. */
export function ProvidersSection() {
  const { accounts } = useCollection();
  const providers = useProviders();
  return (
    <Section title="Sign-in providers">
      {providers.isPending && <Loading />}
      {providers.isError && <Problem error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.data?.length === 0 && <p className="empty">This service offers no other ways to sign in.</p>}
      <ul className="links">
        {providers.data?.map(({ provider, name, linked, login_url: url }) => (
          <li key={provider}>
            <span>
              <strong>{name}</strong>
              <small>{linked ? 'linked' : 'not linked'}</small>
            </span>
            {linked ? (
              <AccountButton
                label="Unlink"
                describes={name}
                send={() => accounts.unlinkSocialProvider({ provider })}
              />
            ) : (
              <ProviderLink label={`Link ${name}`} url={url} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * Shows why a provider was not linked. If linking requires a confirmation, requests it and then continues.
 */
export function LinkProblem() {
  const [params, setParams] = useSearchParams();
  const [isConfirmed, setConfirmed] = useState(false);
  const providers = useProviders();
  const failure = params.get('social_error');
  if (failure === null) return null;
  if (failure !== 'confirmation_required') return <SocialProblem code={failure} />;
  if (!isConfirmed) {
    return (
      <Section title="Link a provider">
        <Confirmation confirmed={() => setConfirmed(true)} cancel={() => setParams({}, { replace: true })} />
      </Section>
    );
  }
  return providers.data
    ?.filter(({ provider }) => provider === params.get('social_provider'))
    .map(({ provider, name, login_url: url }) => (
      <div key={provider} className="notice" role="status">
        <p>Thank you.</p>
        <ProviderLink label={`Continue to link ${name}`} url={url} />
      </div>
    ));
}

import { Loading, Problem } from '../../components/feedback.tsx';
import { useCollection } from '../../services.ts';
import { ActionButton } from './account-action.tsx';
import { ProviderLink, useProviders } from './provider-links.tsx';
import { Section } from './section.tsx';
import { useRefreshAccount } from './use-profile.ts';

/** The sign-in providers, linked or not. */
export function ProvidersSection() {
  const { accounts } = useCollection();
  const providers = useProviders();
  const refresh = useRefreshAccount();
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
              <ActionButton
                label="Unlink"
                describes={name}
                send={() => accounts.unlinkSocialProvider({ provider })}
                done={refresh}
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

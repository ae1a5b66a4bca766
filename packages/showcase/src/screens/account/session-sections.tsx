import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '@kitroom/collection-client';
import { describeBrowser } from '@kitroom/shared';
import { Loading, Problem } from '../../components/feedback.tsx';
import { showTime } from '../../components/format.ts';
import { useMayUsePassword } from '../../service-rules.ts';
import { useCollection } from '../../services.ts';
import { AccountButton } from './account-action.tsx';
import { PASSWORD } from './account-fields.ts';
import { PlainForm } from './plain-form.tsx';
import { Section } from './section.tsx';
import { useRefreshAccount } from './use-profile.ts';

function useSessions() {
  const { accounts } = useCollection();
  return useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => accounts.sessions({ signal }) });
}

/** The browsers in which the user is signed in. */
export function SessionsSection() {
  const { accounts } = useCollection();
  const { data, isPending, error, refetch } = useSessions();
  return (
    <Section title="Sessions">
      <p>The browsers in which you are signed in. A session ends after 14 days without use.</p>
      {isPending && <Loading />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <ul className="links">
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <span>
              <strong>{describeBrowser(session.user_agent)}</strong>
              <small>{`${session.address ?? 'unknown address'}, last used ${showTime(session.last_used_at)}`}</small>
            </span>
            {session.is_current ? (
              <span>This browser</span>
            ) : (
              <AccountButton
                label="Sign out"
                describes={`${describeBrowser(session.user_agent)}, ${showTime(session.last_used_at)}`}
                send={() => accounts.endSession({ id: session.id })}
              />
            )}
          </li>
        ))}
      </ul>
      {data && data.sessions.length > 1 && (
        <AccountButton label="Sign out all other browsers" send={() => accounts.endOtherSessions()} />
      )}
    </Section>
  );
}

/** The user's API token, which is shown on request. */
export function TokenSection({ profile: { username, has_password: hasPassword } }: { profile: Profile }) {
  const { tokens } = useCollection();
  const refresh = useRefreshAccount();
  const mayUsePassword = useMayUsePassword();
  const token = useSessions().data?.token;
  const [shown, setShown] = useState<string>();
  return (
    <Section title="API token">
      <p>Programs use it for items, photos and lists. It cannot change how you sign in.</p>
      <p>
        For an app, <Link to="/account/tokens">create an app token</Link> instead: it has its own scope, and
        you can revoke it separately.
      </p>
      {token && (
        <p>
          {`Created ${showTime(token.created_at)}, `}
          {token.last_used_at ? `last used ${showTime(token.last_used_at)}.` : 'never used.'}
        </p>
      )}
      {shown !== undefined && (
        <p role="status">
          Your API token: <code className="secret">{shown}</code>
        </p>
      )}
      {hasPassword && mayUsePassword && shown === undefined && (
        <PlainForm
          fields={[{ ...PASSWORD, label: 'Your password' }]}
          send={({ password = '' }) => tokens.create({ username, password })}
          done={({ token: created }) => {
            setShown(created);
            return refresh();
          }}
          submit={token ? 'Show the token' : 'Create a token'}
        />
      )}
      {token && (
        <AccountButton
          label="Delete the token"
          send={() => tokens.remove()}
          done={() => {
            setShown(undefined);
            return refresh();
          }}
        />
      )}
    </Section>
  );
}

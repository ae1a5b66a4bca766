import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AppToken, TokenScope } from '@kitroom/collection-client';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { endOfDay, toDay } from '../components/days.ts';
import { Loading, Problem } from '../components/feedback.tsx';
import { isolate, showTime } from '../components/format.ts';
import { Page } from '../components/page.tsx';
import { useCollection } from '../services.ts';
import { AccountButton, AccountForm } from './account/account-action.tsx';
import { Section } from './account/section.tsx';

const SCOPES: Readonly<Record<TokenScope, string>> = { read: 'Read only', write: 'Read and change' };

const LIST = ['app-tokens'];

/** The user's app tokens. Apps can link here with a name and a scope to prefill the form. */
export function AppTokensScreen() {
  return (
    <Page title="App tokens" width="medium">
      <p>
        With an app token, an app uses your collection without your password. It cannot change how you sign
        in. Give each app its own token, so that you can revoke one without affecting the others.
      </p>
      <NewTokenSection />
      <TokenListSection />
    </Page>
  );
}

function NewTokenSection() {
  const { appTokens } = useCollection();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [created, setCreated] = useState<{ name: string; token: string }>();
  if (created) return <CreatedToken {...created} close={() => setCreated(undefined)} />;
  return (
    <Section title="New app token">
      <AccountForm
        key={params.toString()}
        fields={[
          {
            name: 'name',
            label: 'Name of the app',
            autoComplete: 'off',
            defaultValue: params.get('name') ?? '',
          },
          {
            name: 'scope',
            label: 'What it may do',
            choices: SCOPES,
            defaultValue: params.get('scope') === 'write' ? 'write' : 'read',
          },
          {
            name: 'expires_at',
            label: 'Expires on (optional)',
            type: 'date',
            required: false,
            min: toDay(new Date()),
            max: '9999-12-30',
            hint: 'Without a date, the token works until you delete it.',
          },
        ]}
        send={({ name = '', scope, expires_at: day }) =>
          appTokens.create({
            name,
            scope: scope === 'write' ? 'write' : 'read',
            ...(day && { expires_at: endOfDay(day) }),
          })
        }
        done={(token) => {
          setCreated(token);
          // Removes the values of the app's link, because the next token is for another app.
          setParams({}, { replace: true });
          return queries.invalidateQueries({ queryKey: LIST });
        }}
        submit="Create the token"
      />
    </Section>
  );
}

/** A new token, which the service returns only once. */
function CreatedToken({ name, token, close }: { name: string; token: string; close: () => void }) {
  return (
    <Section title="Your new app token">
      <div className="fresh-link" role="status">
        <p>{`Copy this token into ${isolate(name)} now: it will not be shown again.`}</p>
        <p>
          <code className="secret">{token}</code>
        </p>
        <CopyButton text={token} />
      </div>
      <Button onClick={close}>I have copied it</Button>
    </Section>
  );
}

function TokenListSection() {
  const { appTokens } = useCollection();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => appTokens.list({ signal }),
  });
  return (
    <Section title="Your app tokens">
      {isPending && <Loading />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="empty">None yet.</p>}
      <ul className="links">
        {data?.map((token) => (
          <TokenLine key={token.id} token={token} />
        ))}
      </ul>
    </Section>
  );
}

function TokenLine({ token: { id, name, created_at: created, ...token } }: { token: AppToken }) {
  const { appTokens } = useCollection();
  const queries = useQueryClient();
  return (
    <li>
      <span>
        <strong dir="auto">{name}</strong>
        <small>{describeToken({ created_at: created, ...token })}</small>
      </span>
      <AccountButton
        label="Delete"
        describes={`${name}, created ${showTime(created)}`}
        send={() => appTokens.remove({ id })}
        done={() => queries.invalidateQueries({ queryKey: LIST })}
      />
    </li>
  );
}

function describeToken(token: Omit<AppToken, 'id' | 'name'>): string {
  const { created_at: created, last_used_at: used, expires_at: end } = token;
  const hasExpired = end !== null && Date.parse(end) <= Date.now();
  return [
    SCOPES[token.scope],
    `created ${showTime(created)}`,
    used === null ? 'never used' : `last used ${showTime(used)}`,
    end !== null && `${hasExpired ? 'expired' : 'expires'} ${showTime(end)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

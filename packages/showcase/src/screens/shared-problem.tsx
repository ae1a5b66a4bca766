import { Link } from 'react-router';
import { CollectionError } from '@kitroom/collection-client';
import { Page, ProblemPage } from '../components/page.tsx';
import { useCollection } from '../services.ts';
import { PASSWORD } from './account/account-fields.ts';
import { PlainForm } from './account/plain-form.tsx';

interface SharedProblemProps {
  token: string;
  error: Error;
  retry: () => void;
  /** Whether the error is about one item of the link. */
  isItem?: boolean;
}

/** Shows why a share link cannot be opened, or a form for its password if it has one. */
export function SharedProblem({ token, error, retry, isItem = false }: SharedProblemProps) {
  if (error instanceof CollectionError && error.passwordRequired) {
    return <UnlockShared token={token} onUnlocked={retry} />;
  }
  if (error instanceof CollectionError && error.status === 404) {
    return (
      <Page title="Nothing is shared here">
        <p>
          {isItem
            ? 'This item is no longer shared, or the link has ended. Ask the person who sent it.'
            : 'This link has ended or was never valid. Ask the person who sent it.'}
        </p>
        <p>
          {isItem && <Link to={`/s/${token}`}>See what else is shared</Link>}
          {isItem && ' · '}
          <Link to="/">What is Kitroom?</Link>
        </p>
      </Page>
    );
  }
  return <ProblemPage error={error} onRetry={retry} />;
}

/** A form for the password of a link. Afterwards, a cookie gives this browser access. */
function UnlockShared({ token, onUnlocked }: { token: string; onUnlocked: () => void }) {
  const { shared } = useCollection();
  return (
    <Page title="Shared with you">
      <PlainForm
        fields={[{ ...PASSWORD, autoComplete: 'off', hint: 'From the person who sent you the link.' }]}
        send={({ password = '' }) => shared.unlock({ token }, { password })}
        done={onUnlocked}
        submit="Open"
      />
    </Page>
  );
}

import { CollectionError } from '@kitroom/collection-client';
import { Page, ProblemPage } from '../components/page.tsx';
import { useCollection } from '../services.ts';
import { PASSWORD } from './account/account-fields.ts';
import { PlainForm } from './account/plain-form.tsx';

interface SharedProblemProps {
  token: string;
  error: Error;
  retry: () => void;
}

/** Why a link shows nothing; if its password is missing, asks for that. */
export function SharedProblem({ token, error, retry }: SharedProblemProps) {
  if (error instanceof CollectionError && error.passwordRequired) {
    return <UnlockShared token={token} onUnlocked={retry} />;
  }
  return <ProblemPage error={error} onRetry={retry} />;
}

/** Asks for the password of a link. Afterwards a cookie lets this browser in. */
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

import { useNavigate } from 'react-router';
import type { CollectionClient, Profile } from '@kitroom/collection-client';
import { countOf } from '../../components/format.ts';
import { useMayUsePassword } from '../../service-rules.ts';
import { useCollection } from '../../services.ts';
import { useForgetSession } from '../../session.ts';
import { AccountButton, AccountForm } from './account-action.tsx';
import type { DeletedAccount } from './account-deleted.tsx';
import { EMAIL, NEW_PASSWORD, PASSWORD, USERNAME } from './account-fields.ts';
import { PlainForm } from './plain-form.tsx';
import { Section } from './section.tsx';

interface SectionProps {
  profile: Profile;
}

/** Changes the e-mail address. The new one takes effect once the link sent to it has been followed. */
export function EmailSection({ profile: { email, pending_email: pending } }: SectionProps) {
  const { accounts } = useCollection();
  return (
    <Section title="E-mail address">
      <p>
        Your address is <strong>{email}</strong>.
      </p>
      {pending !== null && (
        <div className="notice" role="status">
          <p>{`${pending} will replace it once you follow the link in the e-mail sent there.`}</p>
          <AccountButton label="Keep the old address" send={() => accounts.patchProfile({ email })} />
        </div>
      )}
      <AccountForm
        fields={[{ ...EMAIL, label: 'New e-mail address' }]}
        send={({ email: changed = '' }) => accounts.patchProfile({ email: changed })}
        submit="Change the address"
      />
    </Section>
  );
}

export function PasswordSection({ profile: { has_password: hasPassword, email } }: SectionProps) {
  const { accounts } = useCollection();
  if (!useMayUsePassword()) {
    return (
      <Section title="Password">
        <p>You cannot sign in with a password here: sign in with a provider instead.</p>
      </Section>
    );
  }
  if (!hasPassword) {
    return (
      <Section title="Password">
        <p>
          Your account has no password, because you sign in with a provider. We can send you a link to set
          one.
        </p>
        <PlainForm fields={[]} send={() => accounts.resetPassword({ email })} submit="Send the mail" />
      </Section>
    );
  }
  return (
    <Section title="Password">
      <AccountForm
        fields={[
          { ...PASSWORD, name: 'current_password', label: 'Current password' },
          { ...NEW_PASSWORD, name: 'new_password' },
        ]}
        send={({ current_password = '', new_password = '', delete_token }) =>
          accounts.changePassword({ current_password, new_password, delete_token: delete_token === 'on' })
        }
        success="Your password is changed, and you are signed out everywhere else."
        submit="Change the password"
      >
        <label className="check">
          <input type="checkbox" name="delete_token" />
          Delete my API token and app tokens too
        </label>
      </AccountForm>
    </Section>
  );
}

export function DeletionSection({ profile: { username, has_password: hasPassword } }: SectionProps) {
  const collection = useCollection();
  const forget = useForgetSession();
  const navigate = useNavigate();
  return (
    <Section title="Delete the account">
      <p>{`All items and photos of ${username} are deleted with the account, immediately and permanently.`}</p>
      <AccountForm
        fields={[
          hasPassword
            ? { ...PASSWORD, label: 'Your password' }
            : { ...USERNAME, label: 'Your username', autoComplete: 'off' },
        ]}
        send={async ({ password = '', username: typed = '' }) => {
          const items = await countItems(collection);
          await collection.accounts.remove(hasPassword ? { password } : { username: typed });
          return items;
        }}
        done={(items) => {
          const deleted: DeletedAccount = { username, items };
          void navigate('/account/deleted', { replace: true, state: deleted });
          forget();
        }}
        submit="Delete my account permanently"
        tone="danger"
      />
    </Section>
  );
}

/** Describes the number of the user's items and drafts. */
async function countItems({ collections }: CollectionClient): Promise<string> {
  try {
    const { total_items: items, drafts = 0 } = (await collections.me()).statistics;
    return [countOf(items, 'item'), ...(drafts > 0 ? [countOf(drafts, 'draft')] : [])].join(' and ');
  } catch {
    // The account can be deleted even if this request fails.
    return 'all items';
  }
}

import { useState } from 'react';
import { Loading, Problem } from '../components/feedback.tsx';
import { Page, ProblemPage } from '../components/page.tsx';
import { describeUsage, useUsage } from '../components/usage.ts';
import { useServices } from '../services.ts';
import { DeletionSection, EmailSection, PasswordSection } from './account/credential-sections.tsx';
import { LinkProblem, ProvidersSection } from './account/providers-section.tsx';
import { SecondFactorSection } from './account/second-factor-section.tsx';
import { Section } from './account/section.tsx';
import { SessionsSection, TokenSection } from './account/session-sections.tsx';
import { useProfile } from './account/use-profile.ts';

/** Sign-in methods, sessions, tokens, and export and deletion of the account. */
export function AccountScreen() {
  const { collectionUrl } = useServices();
  const profile = useProfile();
  if (profile.isPending) return <Loading />;
  if (profile.isError) return <ProblemPage error={profile.error} onRetry={() => void profile.refetch()} />;
  return (
    <Page title="Account" width="medium">
      <p>{`You are signed in as ${profile.data.username}.`}</p>
      <LinkProblem />
      <EmailSection profile={profile.data} />
      <PasswordSection profile={profile.data} />
      <SecondFactorSection profile={profile.data} />
      <ProvidersSection />
      <SessionsSection />
      <TokenSection profile={profile.data} />
      <Section title="Your data">
        <UsageDetails />
        <p>All your data: your profile, items and photos, as a ZIP file.</p>
        {/* A plain link, so that the browser saves the file while it arrives, whatever its size. */}
        <a className="button" href={`${collectionUrl}/api/accounts/export/`}>
          Download everything
        </a>
      </Section>
      <DeletionSection profile={profile.data} />
    </Page>
  );
}

/** The user's usage and limits, which are loaded when the details are opened. */
function UsageDetails() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>How much is stored?</summary>
      {isOpen && <Usage />}
    </details>
  );
}

function Usage() {
  const { data, isPending, error, refetch } = useUsage();
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return isPending ? <Loading /> : data && <p>{describeUsage(data)}</p>;
}

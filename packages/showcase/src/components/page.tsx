import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CatalogueError } from '@kitroom/catalogue-client';
import { CollectionError } from '@kitroom/collection-client';
import { MISSING, Problem } from './feedback.tsx';

interface PageProps {
  title: string;
  width?: 'narrow' | 'medium';
  children: ReactNode;
}

/** A screen of texts and forms, whose heading is the title of the window. */
export function Page({ title, width = 'narrow', children }: PageProps) {
  return (
    <div className={`page ${width}`}>
      <title>{`${title} · Kitroom`}</title>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** A screen whose subject cannot be shown. Trying again helps unless it does not exist. */
export function ProblemPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isService = error instanceof CatalogueError || error instanceof CollectionError;
  // The address names nothing, or nothing that the visitor may see.
  if (isService && (error.status === 404 || error.status === 400))
    return (
      <Page title="Not found">
        <p className="problem" role="alert">
          {MISSING}
        </p>
        <WaysOut />
      </Page>
    );
  return (
    <Page title={navigator.onLine ? 'Something went wrong' : 'You are offline'}>
      <Problem error={error} onRetry={onRetry} />
    </Page>
  );
}

/** A screen at an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="Not found">
      <p>There is no page at this address.</p>
      <WaysOut />
    </Page>
  );
}

function WaysOut() {
  return (
    <p>
      Use the search above, <Link to="/kits">look at all kits</Link> or{' '}
      <Link to="/">go to the home page</Link>.
    </p>
  );
}

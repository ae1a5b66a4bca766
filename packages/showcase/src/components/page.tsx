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

/** A screen of text and forms. Its heading is also the title of the window. */
export function Page({ title, width = 'narrow', children }: PageProps) {
  return (
    <div className={`page ${width}`}>
      <title>{`${title} · Kitroom`}</title>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/**
 * Shown instead of a screen whose data could not be loaded. Offers a retry, unless the record does not exist.
 */
export function ProblemPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isService = error instanceof CatalogueError || error instanceof CollectionError;
  // The record does not exist, or the visitor may not see it.
  if (isService && (error.status === 404 || error.status === 400))
    return (
      <Page title="Not found">
        <p className="problem" role="alert">
          {MISSING}
        </p>
        <ExitLinks />
      </Page>
    );
  return (
    <Page title={navigator.onLine ? 'Something went wrong' : 'You are offline'}>
      <Problem error={error} onRetry={onRetry} />
    </Page>
  );
}

/** The screen for unknown addresses. */
export function NotFoundPage() {
  return (
    <Page title="Not found">
      <p>There is no page at this address.</p>
      <ExitLinks />
    </Page>
  );
}

function ExitLinks() {
  return (
    <p>
      Use the search above, <Link to="/kits">look at all kits</Link> or{' '}
      <Link to="/">go to the home page</Link>.
    </p>
  );
}

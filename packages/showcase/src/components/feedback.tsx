import { CatalogueError } from '@kitroom/catalogue-client';
import { CollectionError } from '@kitroom/collection-client';
import { formatTime, readLimit } from '../rate-limits.ts';
import { Button } from './button.tsx';

/** Shown while something is being read. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Loading …
    </p>
  );
}

/** An error message, with a button to try again. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className="problem" role="alert">
      <p>{describeError(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Also shown for invalid addresses, such as that of a club without an id. */
export const MISSING = 'This page doesn’t exist, or it is private.';
const UNEXPECTED = 'Something went wrong. Try again, or reload the page.';

/** The message to show for an error of a client. */
export function describeError(error: unknown): string {
  if (!navigator.onLine) return 'You are offline. Try again when you are connected.';
  if (!(error instanceof CatalogueError || error instanceof CollectionError)) return UNEXPECTED;
  if (error.code === 'unreachable') return 'The service cannot be reached. Try again in a moment.';
  if (error.code === 'timeout') return 'The service took too long to respond.';
  if (error.status === 404) return MISSING;
  const pause = readLimit(error);
  if (pause !== undefined) return `Too many requests. Try again at ${formatTime(Date.now() + pause)}.`;
  return error.detail ?? UNEXPECTED;
}

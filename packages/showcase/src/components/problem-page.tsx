import { CatalogueError } from '@kitroom/catalogue-client';
import { CollectionError } from '@kitroom/collection-client';
import { Problem } from './feedback.tsx';

/** A screen whose subject cannot be shown. Trying again helps unless it does not exist. */
export function ProblemPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isService = error instanceof CatalogueError || error instanceof CollectionError;
  const isMissing = isService && error.status === 404;
  const title = isMissing ? 'Not found' : 'Something went wrong';
  return (
    <div className="page narrow">
      <title>{`${title} · Kitroom`}</title>
      <h1>{title}</h1>
      <Problem error={error} {...(!isMissing && { onRetry })} />
    </div>
  );
}

import { Link, useLocation } from 'react-router';
import { CatalogueError } from '@kitroom/catalogue-client';
import { CollectionError } from '@kitroom/collection-client';
import { Problem } from './feedback.tsx';

/**
 * The error of a list that cannot be loaded. Services reject unknown filter values, as in a mistyped URL.
 */
export function ListProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { pathname } = useLocation();
  const isService = error instanceof CatalogueError || error instanceof CollectionError;
  if (!isService || error.status !== 400) return <Problem error={error} onRetry={onRetry} />;
  return (
    <div className="problem" role="alert">
      <p>A filter in this address has a value that does not exist.</p>
      <Link to={pathname} className="button">
        Remove all filters
      </Link>
    </div>
  );
}

import { Link } from 'react-router';
import { countOf } from './format.ts';

interface SearchResultProps {
  /** Undefined until the response is there. */
  found: { results: readonly unknown[]; did_you_mean: string | null } | undefined;
  /** The address of a search for another keyword. */
  toSearch: (keyword: string) => string;
  onCorrect?: (keyword: string) => void;
  /** Said if there are no results. */
  nothing?: string;
}

/** How many kits a search found, and the keyword that was probably meant. Announced when it changes. */
export function SearchResult({ found, toSearch, onCorrect, nothing = 'No kit found.' }: SearchResultProps) {
  const correction = found?.did_you_mean;
  return (
    <p className="count" role="status">
      {found && (found.results.length === 0 ? nothing : `${countOf(found.results.length, 'kit')}.`)}
      {correction && (
        <>
          {' Did you mean '}
          <Link to={toSearch(correction)} onClick={() => onCorrect?.(correction)}>
            {correction}
          </Link>
          ?
        </>
      )}
    </p>
  );
}

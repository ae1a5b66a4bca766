import { Link } from 'react-router';
import { countOf } from './format.ts';

interface SearchResultProps {
  /** Undefined until the response is there. */
  found:
    | { results: readonly unknown[]; did_you_mean: string | null; tier?: string | null | undefined }
    | undefined;
  /** The address of a search for another keyword. */
  toSearch: (keyword: string) => string;
  onCorrect?: (keyword: string) => void;
  /** Said if there are no results. */
  nothing?: string;
}

/**
 * How many kits a search found, and by which keyword, or which was probably meant. Announced when it changes.
 */
export function SearchResult({ found, toSearch, onCorrect, nothing = 'No kit found.' }: SearchResultProps) {
  const meant = found?.did_you_mean;
  const isCorrected = found?.tier === 'corrected';
  const link = meant && (
    <Link to={toSearch(meant)} onClick={() => onCorrect?.(meant)}>
      {meant}
    </Link>
  );
  return (
    <p className="count" role="status">
      {found && (found.results.length === 0 ? nothing : countResults(found.results.length))}
      {link && isCorrected && <> Showing results for {link}.</>}
      {link && !isCorrected && <> Did you mean {link}?</>}
    </p>
  );
}

/** The service sends no more than the ten best kits. */
const RESULTS_MAX = 10;

function countResults(count: number): string {
  return count < RESULTS_MAX ? `${countOf(count, 'kit')}.` : 'The ten best matches.';
}

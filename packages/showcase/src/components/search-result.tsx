import { Link } from 'react-router';
import { countOf } from './format.ts';

interface SearchResultProps {
  /** The response; undefined while it is loading. */
  response:
    | { results: readonly unknown[]; did_you_mean: string | null; tier?: string | null | undefined }
    | undefined;
  /** Returns the path of a search for another keyword. */
  toSearch: (keyword: string) => string;
  onCorrect?: (keyword: string) => void;
  /** The text if there are no results. */
  nothing?: string;
}

/**
 * The number of kits that a search found, and the corrected keyword if there is one. Announced to screen
 * readers when it changes.
 */
export function SearchResult({
  response,
  toSearch,
  onCorrect,
  nothing = 'No kit found.',
}: SearchResultProps) {
  const correction = response?.did_you_mean;
  const isCorrected = response?.tier === 'corrected';
  const link = correction && (
    <Link to={toSearch(correction)} onClick={() => onCorrect?.(correction)}>
      {correction}
    </Link>
  );
  return (
    <p className="count" role="status">
      {response && (response.results.length === 0 ? nothing : countResults(response.results.length))}
      {link && isCorrected && <> Showing results for {link}.</>}
      {link && !isCorrected && <> Did you mean {link}?</>}
    </p>
  );
}

/** The service returns only the ten best kits. */
const RESULTS_MAX = 10;

function countResults(count: number): string {
  return count < RESULTS_MAX ? `${countOf(count, 'kit')}.` : 'The ten best matches.';
}

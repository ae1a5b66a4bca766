import { Link, useSearchParams } from 'react-router';
import { Problem } from '../components/feedback.tsx';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { RecordLinks } from '../components/record-links.tsx';
import { SearchResult } from '../components/search-result.tsx';
import { toSearchPath, useKitSearch } from '../components/use-kits.ts';
import { useSuggestedRecords } from '../components/use-suggestions.ts';
import { arrangeResults, type SearchResults } from './search-results.ts';

/** The results for a keyword: clubs, brands, competitions and seasons, then kits. */
export function SearchScreen() {
  const [params] = useSearchParams();
  const keyword = params.get('q')?.trim() ?? '';
  return (
    <div className="page">
      <title>{`${keyword || 'Search'} · Kitroom`}</title>
      <h1>{keyword ? `Results for “${keyword}”` : 'Search'}</h1>
      {keyword === '' ? (
        <p className="empty">Enter a club and a year at the top, such as “malaga 2003”.</p>
      ) : (
        <Results keyword={keyword} />
      )}
    </div>
  );
}

function Results({ keyword }: { keyword: string }) {
  const kits = useKitSearch(keyword);
  const names = useSuggestedRecords(keyword);
  const failed = [kits, names].find(({ isError }) => isError);
  if (failed) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  const isLoading = kits.isPlaceholderData || names.isPlaceholderData;
  if (isLoading || !kits.data || !names.data) return <WallPlaceholder count={10} />;
  const results = arrangeResults(kits.data, names.data);
  const hasRecords = results.records.length > 0;
  const { tier } = kits.data;
  return (
    <div className="search-results">
      <SearchResult
        response={{
          results: results.kits,
          tier,
          did_you_mean: hasRecords && tier !== 'corrected' ? null : kits.data.did_you_mean,
        }}
        nothing={hasRecords ? '' : `Nothing matches “${keyword}”.`}
        toSearch={toSearchPath}
      />
      {results.nearest.length > 0 && <Names title="Nearest names" records={results.nearest} />}
      {hasRecords && <Names title="Clubs, competitions, brands and seasons" records={results.records} />}
      {results.all && (
        <Link to={results.all.path} className="button">
          {results.all.text}
        </Link>
      )}
      <Kits {...results} keyword={keyword} />
    </div>
  );
}

function Names({ title, records }: { title: string; records: SearchResults['records'] }) {
  return (
    <section aria-labelledby="names">
      <h2 id="names">{title}</h2>
      <RecordLinks records={records} />
    </section>
  );
}

/** The matching kits. Kits that match only some of the words are shown on request. */
function Kits({ kits, partial, keyword }: SearchResults & { keyword: string }) {
  const isPartialShown = useSearchParams()[0].has('partial');
  if (kits.length > 0) return <KitSection title="Kits" kits={kits} />;
  if (partial.length === 0) return null;
  if (isPartialShown) return <KitSection title="Kits that match only some of the words" kits={partial} />;
  return (
    <Link to={`${toSearchPath(keyword)}&partial=true`}>Show kits that match only some of the words</Link>
  );
}

function KitSection({ title, kits }: { title: string; kits: SearchResults['kits'] }) {
  return (
    <section aria-labelledby="found-kits">
      <h2 id="found-kits">{title}</h2>
      <KitWall kits={kits.map((kit) => ({ ...kit, detail: `${kit.team_name} · ${kit.season_year}` }))} />
    </section>
  );
}

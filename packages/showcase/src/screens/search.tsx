import { Link, useSearchParams } from 'react-router';
import { Problem } from '../components/feedback.tsx';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { SearchResult } from '../components/search-result.tsx';
import { toSearchPath, useKitSearch } from '../components/use-kits.ts';

/** The kits that a keyword finds, and how it was understood. */
export function SearchScreen() {
  const [params] = useSearchParams();
  const keyword = params.get('q')?.trim() ?? '';
  const kits = useKitSearch(keyword);
  const club = kits.data?.interpretation.club;
  return (
    <div className="page">
      <title>{`${keyword || 'Search'} · Kitroom`}</title>
      <header className="page-header">
        <h1>{keyword ? `Kits for “${keyword}”` : 'Search'}</h1>
        {club && <Link to={`/clubs/${club.id}`}>{`All kits of ${club.name}`}</Link>}
      </header>
      <SearchResult found={kits.data} toSearch={toSearchPath} />
      {keyword === '' && <p className="empty">Enter a club and a year at the top, such as “malaga 2003”.</p>}
      {kits.isLoading && <WallPlaceholder count={10} />}
      {kits.isError && <Problem error={kits.error} onRetry={() => void kits.refetch()} />}
      {kits.data && (
        <KitWall
          isBusy={kits.isPlaceholderData}
          kits={kits.data.results.map((kit) => ({ ...kit, detail: `${kit.team_name} · ${kit.season_year}` }))}
        />
      )}
    </div>
  );
}

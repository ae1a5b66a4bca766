import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Problem } from '../components/feedback.tsx';
import { KitWall, WallPlaceholder } from '../components/kit-card.tsx';
import { useCatalogue } from '../services.ts';

interface SameSeasonProps {
  kitId: number;
  team: { id: number; name: string };
  season: { id: number; year: string };
}

/**
 * The club's other kits of a season. They are loaded when scrolled into view, because requests are limited.
 */
export function SameSeason({ kitId, team, season }: SameSeasonProps) {
  const catalogue = useCatalogue();
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'kits-of-season', team.id, season.id],
    queryFn: ({ signal }) =>
      catalogue.clubs.kits({ club_id: team.id, season: season.id, expand: true, page_size: 24 }, { signal }),
    enabled: useSeen(list),
  });
  const otherKits = data?.filter(({ id }) => id !== kitId);
  return (
    <section aria-labelledby="same-season">
      <h2 id="same-season">{`${team.name} in ${season.year}`}</h2>
      <div ref={list}>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!otherKits && !error && <WallPlaceholder count={PLACEHOLDERS} />}
        {otherKits && otherKits.length > 0 && <KitWall kits={otherKits} />}
        {otherKits?.length === 0 && <p className="empty">No other kit of this season is known.</p>}
      </div>
    </section>
  );
}

const PLACEHOLDERS = 4;
/** How far the list must be scrolled into view before it is loaded. */
const SEEN_PX = 48;

/** Whether an element has been at least partly in view. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `0px 0px -${SEEN_PX}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}

import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  load: () => void;
}

/** Loads the next page when the end of a list comes near. It is a button, for those who do not scroll. */
export function LoadMore({ hasMore, isLoading, load }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore || isLoading) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, isLoading, load]);
  return (
    <div ref={end} className="load-more">
      {hasMore && (
        <Button onClick={load} disabled={isLoading}>
          {isLoading ? 'Loading …' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
  pages: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
}

/**
 * Loads the next page when the end of a list is near, unless the last attempt failed. Also a button, for
 * users who do not scroll.
 */
export function LoadMore({ pages }: LoadMoreProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasNextPage || isFetching || isFetchNextPageError) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage();
      },
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <div ref={end} className="load-more">
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetching}>
          {isFetching ? 'Loading …' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

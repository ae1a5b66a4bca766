import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation, moves the focus to the new screen and scrolls up, as a page load would. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname]);
}

import { useSyncExternalStore } from 'react';

/** Where there is room for filters beside a list; the style sheets have the same width. */
const wide = window.matchMedia('(min-width: 60.001rem)');

export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

function subscribe(notify: () => void): () => void {
  wide.addEventListener('change', notify);
  return () => wide.removeEventListener('change', notify);
}

import { useSyncExternalStore } from 'react';

/** Wide enough for filters next to a list. The style sheets use the same width. */
const wide = window.matchMedia('(min-width: 60.001rem)');

export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

function subscribe(notify: () => void): () => void {
  wide.addEventListener('change', notify);
  return () => wide.removeEventListener('change', notify);
}

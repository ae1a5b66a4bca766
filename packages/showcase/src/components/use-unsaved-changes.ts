import { useEffect, useRef } from 'react';
import { guardScreen } from '../leave-guard.ts';

const QUESTION = 'Leave without saving your changes?';

/**
 * Asks before the screen is left while it has unsaved changes: by a link, by the history, or by closing the
 * window. Returns a function that lets everything pass from then on, for after saving. Decision 38 says why
 * this is not left to the router.
 */
export function useUnsavedChanges(hasChanges: boolean): () => void {
  const isGuarding = useRef(hasChanges);
  isGuarding.current = hasChanges;

  useEffect(() => {
    if (!hasChanges) return undefined;
    const stopGuarding = guardScreen(() => !isGuarding.current || window.confirm(QUESTION));
    const askBrowser = (event: BeforeUnloadEvent) => isGuarding.current && event.preventDefault();
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      stopGuarding();
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [hasChanges]);

  return () => {
    isGuarding.current = false;
  };
}

import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';
import { guardHistory } from '../history-guard.ts';

const QUESTION = 'Leave without saving your changes?';

/**
 * Asks before the screen is left while it has unsaved changes: by a link, by the history, or by closing the window.
 * Returns a function that lets everything pass from then on, for after saving. The router's own `useBlocker` needs its
 * data router, which would add 18 kB to the first load.
 */
export function useUnsavedChanges(hasChanges: boolean): () => void {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const isGuarding = useRef(hasChanges);
  isGuarding.current = hasChanges;

  useEffect(() => {
    if (!hasChanges) return undefined;
    const mayLeave = () => !isGuarding.current || window.confirm(QUESTION);
    const { push, replace } = navigator;
    navigator.push = (...target) => mayLeave() && push(...target);
    navigator.replace = (...target) => mayLeave() && replace(...target);
    const stopGuardingHistory = guardHistory(mayLeave);
    const askBrowser = (event: BeforeUnloadEvent) => isGuarding.current && event.preventDefault();
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      Object.assign(navigator, { push, replace });
      stopGuardingHistory();
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [hasChanges, navigator]);

  return () => {
    isGuarding.current = false;
  };
}

import { useEffect, useRef } from 'react';
import { guardScreen } from '../leave-guard.ts';

const PROMPT = 'Leave without saving your changes?';

/**
 * Prompts before the user leaves a screen with unsaved changes by a link, the history, or closing the window.
 * Returns a function that disables the prompt, to be called after saving. Decision 38 explains why this does
 * not use the router.
 */
export function useUnsavedChanges(hasChanges: boolean): () => void {
  const isGuarding = useRef(hasChanges);
  isGuarding.current = hasChanges;

  useEffect(() => {
    if (!hasChanges) return undefined;
    const stopGuarding = guardScreen(() => !isGuarding.current || window.confirm(PROMPT));
    const onBeforeUnload = (event: BeforeUnloadEvent) => isGuarding.current && event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      stopGuarding();
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [hasChanges]);

  return () => {
    isGuarding.current = false;
  };
}

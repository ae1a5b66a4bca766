type Guard = () => boolean;

let guard: Guard | undefined;
let guardedIndex = 0;
let isReturning = false;

/**
 * Lets a screen prevent the user from leaving it by a link, or by going back or forward. Must be called
 * before the router adds its listeners, because the router must not see prevented clicks or undone steps.
 * Browsers report steps in the history only after the fact.
 */
export function installLeaveGuard(): void {
  document.addEventListener('click', preventClick, { capture: true });
  window.addEventListener('popstate', (event) => {
    const step = guardedIndex - readIndex();
    if (!isReturning && (step === 0 || mayLeave())) return;
    event.stopImmediatePropagation();
    isReturning = !isReturning;
    if (isReturning) window.history.go(step);
  });
}

/** Whether the screen may be left. For navigation without a link. */
export function mayLeave(): boolean {
  return !guard || guard();
}

/** Calls `isAllowed` before the screen is left. Returns a function that removes the guard. */
export function guardScreen(isAllowed: Guard): () => void {
  guard = isAllowed;
  guardedIndex = readIndex();
  return () => {
    guard = undefined;
  };
}

/** Ignores links to other sites, for which `beforeunload` applies, and links that open another window. */
function preventClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || isElsewhere || link.target || link.origin !== window.location.origin) return;
  // Links within this screen, such as the skip links, do not leave it.
  if (link.hash && link.pathname === window.location.pathname) return;
  if (mayLeave()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The index of the current history entry, which the router stores in its state. */
function readIndex(): number {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx;
}

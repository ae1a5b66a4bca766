type Guard = () => boolean;

let guard: Guard | undefined;
let here = 0;
let isReturning = false;

/**
 * Lets a screen refuse to be left, by a link or by going back or forward. To be called before the router
 * listens: it must not hear of a click that is refused, nor of a step that is taken back. Browsers report
 * steps only once taken.
 */
export function installLeaveGuard(): void {
  document.addEventListener('click', refuseClick, { capture: true });
  window.addEventListener('popstate', (event) => {
    const step = here - readIndex();
    if (!isReturning && (step === 0 || mayLeave())) return;
    event.stopImmediatePropagation();
    isReturning = !isReturning;
    if (isReturning) window.history.go(step);
  });
}

/** Whether the screen may be left; for what leads elsewhere without being a link. */
export function mayLeave(): boolean {
  return !guard || guard();
}

/** Calls the guard before this screen is left; returns a function that ends that. */
export function guardScreen(isAllowed: Guard): () => void {
  guard = isAllowed;
  here = readIndex();
  return () => {
    guard = undefined;
  };
}

/** The browser itself asks before links to other sites; those to another window leave this one as it is. */
function refuseClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || isElsewhere || link.target || link.origin !== window.location.origin) return;
  // The link to the content of this screen.
  if (link.hash && link.pathname === window.location.pathname) return;
  if (mayLeave()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The router numbers the entries of the history. */
function readIndex(): number {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx;
}

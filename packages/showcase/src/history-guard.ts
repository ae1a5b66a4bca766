type Guard = () => boolean;

let guard: Guard | undefined;
let here = 0;
let isReturning = false;

/**
 * Lets a screen refuse that one goes back or forward. To be called before the router listens to the history: browsers
 * tell of a step only once it is taken, and the router must not hear of one that is taken back.
 */
export function installHistoryGuard(): void {
  window.addEventListener('popstate', (event) => {
    const step = here - readIndex();
    if (!isReturning && (!guard || step === 0 || guard())) return;
    event.stopImmediatePropagation();
    isReturning = !isReturning;
    if (isReturning) window.history.go(step);
  });
}

/** Asks the guard before each step from here; returns a function that ends that. */
export function guardHistory(mayLeave: Guard): () => void {
  guard = mayLeave;
  here = readIndex();
  return () => {
    guard = undefined;
  };
}

/** The router numbers the entries of the history. */
function readIndex(): number {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx;
}

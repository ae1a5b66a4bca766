// What this browser keeps between visits. Site data may be blocked or full: then nothing is kept, and nothing fails.

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Site data is blocked.
    return undefined;
  }
}

let isKeeping = true;
const listeners = new Set<() => void>();

export function keepStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    isKeeping = true;
  } catch {
    // Site data is blocked or full; the page says so.
    isKeeping = false;
  }
  listeners.forEach((notify) => notify());
}

/** For `useSyncExternalStore`: whether the browser has kept the last value. */
export const keepingStore = {
  subscribe(notify: () => void): () => void {
    listeners.add(notify);
    return () => listeners.delete(notify);
  },
  read: () => isKeeping,
};

const SIGNED_OUT = 'kitroom-signed-out';

/** Notes whether somebody has signed out in this tab, who must not be signed in again by themselves. */
export function markSignedOut(isSignedOut: boolean): void {
  try {
    if (isSignedOut) sessionStorage.setItem(SIGNED_OUT, 'yes');
    else sessionStorage.removeItem(SIGNED_OUT);
  } catch {
    // Without site data there is no session either.
  }
}

export function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(SIGNED_OUT) !== null;
  } catch {
    // Site data is blocked.
    return false;
  }
}

export function discardStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

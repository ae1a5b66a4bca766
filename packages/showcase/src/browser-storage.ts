// What this browser keeps between visits, as JSON. Site data may be blocked or full, and users or other
// scripts may have written something else: then nothing is kept, or it counts as nothing, and nothing fails.

/** Raised when the shape of a stored value changes, so that values of the former shape are not read. */
const VERSION = 1;

const toKey = (name: string) => `kitroom-${VERSION}-${name}`;

/**
 * What is stored under a name, if `toValue` accepts it: it returns undefined, or throws, for what it cannot
 * use.
 */
export function readStored<Value>(
  name: string,
  toValue: (stored: unknown) => Value | undefined,
): Value | undefined {
  try {
    const text = localStorage.getItem(toKey(name));
    return text === null ? undefined : toValue(JSON.parse(text));
  } catch {
    // Site data is blocked.
    return undefined;
  }
}

let isKeeping = true;
const listeners = new Set<() => void>();

export function keepStored(name: string, value: unknown): void {
  try {
    localStorage.setItem(toKey(name), JSON.stringify(value));
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

export function discardStored(name: string): void {
  try {
    localStorage.removeItem(toKey(name));
  } catch {
    // Nothing was kept.
  }
}

const SIGNED_OUT = 'signed-out';

/** Notes whether somebody has signed out in this tab, who must not be signed in again by themselves. */
export function markSignedOut(isSignedOut: boolean): void {
  try {
    if (isSignedOut) sessionStorage.setItem(toKey(SIGNED_OUT), 'true');
    else sessionStorage.removeItem(toKey(SIGNED_OUT));
  } catch {
    // Without site data there is no session either.
  }
}

export function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(toKey(SIGNED_OUT)) === 'true';
  } catch {
    // Site data is blocked.
    return false;
  }
}

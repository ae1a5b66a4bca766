// Values that the browser stores between visits, as JSON. Functions do not throw: if site data is blocked or
// full, nothing is stored, and invalid values, for example written by other scripts, are ignored.
import { createStore } from './create-store.ts';

/** Incremented when the shape of a stored value changes, so that values of the former shape are ignored. */
const VERSION = 1;

const toKey = (name: string) => `kitroom-${VERSION}-${name}`;

/** Reads a stored value by name. Undefined if nothing is stored, or if `toValue` rejects it or throws. */
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

/** Whether the browser stored the last value. */
export const storageStatusStore = createStore(true);

export function writeStored(name: string, value: unknown): void {
  let isStoring = true;
  try {
    localStorage.setItem(toKey(name), JSON.stringify(value));
  } catch {
    // Site data is blocked or full, which the page reports.
    isStoring = false;
  }
  storageStatusStore.set(isStoring);
}

export function discardStored(name: string): void {
  try {
    localStorage.removeItem(toKey(name));
  } catch {
    // Site data is blocked, so nothing was stored.
  }
}

const SIGNED_OUT = 'signed-out';

/** Stores whether the user has signed out in this tab, and so must not be signed in again automatically. */
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

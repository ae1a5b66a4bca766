import { CollectionError } from '@kitroom/collection-client';

let isLost = false;
const listeners = new Set<() => void>();

/** Detects from the error of a request that the session has ended. Called for every error. */
export function noteError(error: Error): void {
  const isUnauthorized = error instanceof CollectionError && error.status === 401;
  if (isUnauthorized && !error.passwordRequired) lostSessionStore.set(true);
}

/** For `useSyncExternalStore`: whether the user must sign in again. */
export const lostSessionStore = {
  subscribe(notify: () => void): () => void {
    listeners.add(notify);
    return () => listeners.delete(notify);
  },
  read: () => isLost,
  set(value: boolean): void {
    isLost = value;
    listeners.forEach((notify) => notify());
  },
};

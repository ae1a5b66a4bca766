import { CollectionError } from '@kitroom/collection-client';

let isLost = false;
const listeners = new Set<() => void>();

/** Notes that a session has ended while somebody was working. Called with every error of a request. */
export function noteError(error: Error): void {
  const isUnauthorized = error instanceof CollectionError && error.status === 401;
  if (isUnauthorized && !error.passwordRequired) lostSessionStore.set(true);
}

/** For `useSyncExternalStore`: whether the visitor must sign in again. */
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

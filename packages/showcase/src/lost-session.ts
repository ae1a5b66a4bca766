import { CollectionError } from '@kitroom/collection-client';
import { createStore } from './create-store.ts';

/** Whether the user must sign in again. */
export const lostSessionStore = createStore(false);

/** Detects from the error of a request that the session has ended. Called for every error. */
export function noteError(error: Error): void {
  const isUnauthorized = error instanceof CollectionError && error.status === 401;
  if (isUnauthorized && !error.passwordRequired) lostSessionStore.set(true);
}

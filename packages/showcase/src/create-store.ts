/** A value outside of React components, for `useSyncExternalStore`. Each `set` notifies the subscribers. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    subscribe(notify: () => void): () => void {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    read: () => value,
    set(next: Value): void {
      value = next;
      listeners.forEach((notify) => notify());
    },
  };
}

// What this browser keeps between visits. Site data may be blocked or full: then nothing is kept, and nothing fails.

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
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

export function discardStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

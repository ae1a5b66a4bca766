// What this browser keeps between visits. Site data may be blocked or full: then nothing is kept, and nothing fails.

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // There is no other place.
  }
}

export function discardStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Returns the values of these parameters, without empty ones. */
export function pickParams(params: URLSearchParams, names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Returns the parameters with one of them set, or removed if the value is empty. */
export function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (value) changed.set(name, value);
  else changed.delete(name);
  return changed;
}

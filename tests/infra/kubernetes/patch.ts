/** A step of a JSON patch (RFC 6902). */
export interface PatchStep {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value?: unknown;
}

/** Applies a JSON patch in place; throws where a path leads nowhere. */
export function patchObject(object: object, steps: readonly PatchStep[]): void {
  for (const step of steps) applyStep(object as Record<string, unknown>, step);
}

function applyStep(object: Record<string, unknown>, { op, path, value }: PatchStep): void {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  let parent: Record<string, unknown> | unknown[] = object;
  for (const key of keys) parent = follow(parent, key, path);
  if (Array.isArray(parent)) changeList(parent, op, last, value);
  else if (op === 'remove') delete parent[last];
  else parent[last] = structuredClone(value);
}

function follow(parent: Record<string, unknown> | unknown[], key: string, path: string) {
  const next = (parent as Record<string, unknown>)[key];
  if (typeof next !== 'object' || next === null) throw new Error(`nothing at ${path}`);
  return next as Record<string, unknown> | unknown[];
}

function changeList(list: unknown[], op: PatchStep['op'], key: string, value: unknown): void {
  const at = key === '-' ? list.length : Number(key);
  const removed = op === 'add' ? 0 : 1;
  list.splice(at, removed, ...(op === 'remove' ? [] : [structuredClone(value)]));
}

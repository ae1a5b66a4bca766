/**
 * Calls that come while a check runs, or within `rememberedMs` after one that succeeded, share its result.
 */
export function rememberSuccess(check: () => Promise<unknown>, rememberedMs: number): () => Promise<unknown> {
  let last: Promise<unknown> | undefined;
  let until = 0;
  return () => {
    if (last && performance.now() < until) return last;
    until = Infinity;
    last = check().then(
      () => (until = performance.now() + rememberedMs),
      (error: unknown) => {
        until = 0;
        throw error;
      },
    );
    return last;
  };
}

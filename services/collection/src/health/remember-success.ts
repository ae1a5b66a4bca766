/**
 * Shares the result of a check with calls that arrive while it runs, or within `rememberedMs` after it
 * succeeded.
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

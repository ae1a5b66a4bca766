import { createHook } from 'node:async_hooks';

/** Counts the compressions that this process starts during the work, including decompressions. */
export async function countCompressions(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = onCompression(() => (count += 1));
  await work().finally(() => hook.disable());
  return count;
}

/** Resolves when this process starts a compression. */
export function startOfCompression(): Promise<void> {
  return new Promise((resolve) => {
    const hook = onCompression(() => {
      hook.disable();
      resolve();
    });
  });
}

function onCompression(run: () => void) {
  return createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') run();
    },
  }).enable();
}

/** A promise did not settle in time. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/**
 * Settles like the promise, or rejects with DeadlineExceeded after `ms` milliseconds; later results are
 * ignored. A result that arrived in time counts, even if this process was too busy to read it: pending input
 * is read before the deadline is enforced.
 */
export async function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new DeadlineExceeded(`no response within ${ms} ms`));
    timer = setTimeout(() => setImmediate(expire), ms).unref();
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

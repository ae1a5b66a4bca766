/** Responses that were received while something else happened. */
export interface Observed {
  responses: number;
  /** Unsuccessful responses and connection errors, without duplicates. */
  failures: string[];
}

/**
 * Sends the requests repeatedly, one after another, while `work` runs. Each is sent at least once before
 * `work` starts and once after it ends.
 */
export async function requestWhile(
  requests: ReadonlyArray<() => Promise<Response>>,
  work: () => Promise<unknown>,
): Promise<Observed> {
  const failures = new Set<string>();
  let responses = 0;
  const sendAll = async () => {
    for (const send of requests) {
      responses += 1;
      const failure = await findFailure(send);
      if (failure !== undefined) failures.add(failure);
    }
  };
  await sendAll();
  const ended = new AbortController();
  const sending = (async () => {
    while (!ended.signal.aborted) await sendAll();
  })();
  try {
    await work();
  } finally {
    ended.abort();
    await sending;
  }
  await sendAll();
  return { responses, failures: [...failures] };
}

async function findFailure(send: () => Promise<Response>): Promise<string | undefined> {
  try {
    const response = await send();
    const text = await response.text();
    return response.ok ? undefined : `${response.status} ${response.url}: ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}

/** What was answered while something else happened. */
export interface Asked {
  answers: number;
  /** What was no success, and what did not come at all; each once. */
  failures: string[];
}

/**
 * Asks the questions over and over, one after the other, while `work` runs; at least once each before it
 * begins, and once each after its end.
 */
export async function askWhile(
  questions: ReadonlyArray<() => Promise<Response>>,
  work: () => Promise<unknown>,
): Promise<Asked> {
  const failures = new Set<string>();
  let answers = 0;
  const askAll = async () => {
    for (const question of questions) {
      answers += 1;
      const failure = await findFailure(question);
      if (failure !== undefined) failures.add(failure);
    }
  };
  await askAll();
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) await askAll();
  })();
  try {
    await work();
  } finally {
    over.abort();
    await asking;
  }
  await askAll();
  return { answers, failures: [...failures] };
}

async function findFailure(question: () => Promise<Response>): Promise<string | undefined> {
  try {
    const response = await question();
    const text = await response.text();
    return response.ok ? undefined : `${response.status} ${response.url}: ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}

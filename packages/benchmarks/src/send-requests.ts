import autocannon from 'autocannon';

/** A request to send; its response must have status 200. */
export type LoadRequest = Pick<autocannon.Request, 'method'> & {
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Requests sent as fast as responses arrive, for `duration` seconds or `amount` requests. */
export interface Load {
  port: number;
  next: () => LoadRequest;
  connections: number;
  until: { duration: number } | { amount: number };
}

/**
 * Returns the requests in turn, and starts over after the last one. Cold requests then name another host,
 * which links in responses depend on, so their responses are not cached.
 */
export function takeTurns(requests: readonly LoadRequest[], { isCold = false, from = 0 } = {}) {
  let at = from;
  return (): LoadRequest => {
    const request = requests[at % requests.length] ?? { path: '/' };
    const host = isCold ? { Host: `p${Math.floor(at / requests.length)}.localhost` } : {};
    at += 1;
    // A copy, as autocannon adds Content-Length to the headers of a request.
    return { ...request, headers: { ...request.headers, ...host } };
  };
}

/** Sends requests. Rejects if a response has another status than 200, or a connection fails. */
export async function sendRequests({ port, next, connections, until }: Load) {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const { errors, statusCodeStats } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    // A run ends when a sample is taken.
    sampleInt: 10,
    // Other work on the machine may stop all processes for seconds.
    timeout: 60,
    ...until,
  });
  const [ms, { user, system }] = [performance.now() - startedAt, process.cpuUsage(cpu)];
  const { '200': expected, ...others } = statusCodeStats as Record<string, { count?: number }>;
  if (errors > 0 || Object.keys(others).length > 0) {
    const seen = JSON.stringify({ errors, ...others });
    throw new Error(`${next().path} and similar requests do not have status 200: ${seen}`);
  }
  return { requests: expected?.count ?? 0, ms, generatorMs: (user + system) / 1000 };
}

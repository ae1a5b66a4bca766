import { createServer } from 'node:net';
import { DevstackError } from './devstack-error.ts';

const loopback = '127.0.0.1';

/** A port somebody would like: the default, or the one chosen through the variable. */
export interface PortRequest {
  /** Who will listen there, for messages. */
  for: string;
  /** The variable that chooses the port. */
  variable: string;
  defaultPort: number;
  /** What the variable holds; undefined or empty: the default is requestedPorts. */
  chosen: string | undefined;
}

/** What may become of a port: `forbidden` is one that the system reserves for others, such as 80. */
export type PortState = 'free' | 'taken' | 'forbidden';

/** Whether a server could listen on the port of that address now. Errors: an address the machine does not have. */
export function checkPort(port: number, host = loopback): Promise<PortState> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else if (error.code === 'EACCES') resolve('forbidden');
      else reject(new DevstackError(`nothing can listen on ${host} (HOST): ${error.message}`));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

/** The port that a variable names. Errors: DevstackError where it is none. */
export function parsePort(variable: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new DevstackError(`${variable}=${value} is not a port: a whole number from 1 to 65535`);
}

/**
 * One port for each request, all different. A default port that is taken gives way to the next free one, which
 * `note` is told in one line; a chosen one that is taken, or no port at all, is an error.
 */
export async function choosePorts(
  requests: readonly PortRequest[],
  stateOf: (port: number, request: PortRequest) => Promise<PortState>,
  note: (line: string) => void,
): Promise<number[]> {
  const requestedPorts = requests.map(toRequestedPort);
  const given = new Set<number>();
  const ports = new Map<PortRequest, number>();
  // The chosen ones first: a default gives way to them.
  for (const request of [...requests].toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))) {
    const first = requestedPorts[requests.indexOf(request)] ?? request.defaultPort;
    const state = given.has(first) ? 'taken' : await stateOf(first, request);
    let port = first;
    if (state !== 'free') {
      if (isChosen(request))
        throw new DevstackError(`${request.variable}: port ${first} is ${state}; choose another`);
      port = await nextFree(first, (candidate) =>
        given.has(candidate) || requestedPorts.includes(candidate) ? 'taken' : stateOf(candidate, request),
      );
      note(`Port ${first} is ${state}: ${request.for} takes ${port} (${request.variable} chooses another).`);
    }
    given.add(port);
    ports.set(request, port);
  }
  return requests.map((request) => ports.get(request) ?? request.defaultPort);
}

async function nextFree(
  from: number,
  stateOf: (port: number) => PortState | Promise<PortState>,
): Promise<number> {
  for (let port = from + 1; port <= 65_535; port += 1) {
    if ((await stateOf(port)) === 'free') return port;
  }
  throw new DevstackError(`no port above ${from} is free`);
}

function toRequestedPort({ variable, chosen, defaultPort }: PortRequest): number {
  return chosen ? parsePort(variable, chosen) : defaultPort;
}

function isChosen(request: PortRequest): boolean {
  return request.chosen !== undefined && request.chosen !== '';
}

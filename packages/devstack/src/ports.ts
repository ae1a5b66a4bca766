import { createServer } from 'node:net';
import { DevstackError } from './devstack-error.ts';

const loopback = '127.0.0.1';

/** A preferred port: the default, or the one set by the variable. */
export interface PortRequest {
  /** What will listen on it, for messages. */
  for: string;
  /** The variable that sets the port. */
  variable: string;
  defaultPort: number;
  /** The variable's value; if undefined or empty, the default is preferred. */
  chosen: string | undefined;
}

/** `forbidden` is a port that the system reserves, such as 80. */
export type PortState = 'free' | 'taken' | 'forbidden';

/** Whether a server could listen on this port now. Errors: the machine does not have this address. */
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

/** Parses a port. Errors: DevstackError if invalid. */
export function parsePort(variable: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new DevstackError(`${variable}=${value} is not a port: a whole number from 1 to 65535`);
}

/**
 * Chooses distinct ports for all requests. A default port that is taken is replaced by the next free one and reported
 * to `note` in one line; a port set by a variable must be valid and free.
 */
export async function choosePorts(
  requests: readonly PortRequest[],
  stateOf: (port: number, request: PortRequest) => Promise<PortState>,
  note: (line: string) => void,
): Promise<number[]> {
  const requestedPorts = requests.map(toRequestedPort);
  const given = new Set<number>();
  const ports = new Map<PortRequest, number>();
  // Ports set by variables take precedence over defaults.
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

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
  /** What the variable holds; undefined or empty: the default is wished. */
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
 * One port for each wish, all different. A default port that is taken gives way to the next free one, which
 * `note` is told in one line; a chosen one that is taken, or no port at all, is an error.
 */
export async function choosePorts(
  wishes: readonly PortRequest[],
  stateOf: (port: number, wish: PortRequest) => Promise<PortState>,
  note: (line: string) => void,
): Promise<number[]> {
  const wished = wishes.map(toRequestedPort);
  const given = new Set<number>();
  const ports = new Map<PortRequest, number>();
  // The chosen ones first: a default gives way to them.
  for (const wish of [...wishes].toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))) {
    const first = wished[wishes.indexOf(wish)] ?? wish.defaultPort;
    const state = given.has(first) ? 'taken' : await stateOf(first, wish);
    let port = first;
    if (state !== 'free') {
      if (isChosen(wish))
        throw new DevstackError(`${wish.variable}: port ${first} is ${state}; choose another`);
      port = await nextFree(first, (candidate) =>
        given.has(candidate) || wished.includes(candidate) ? 'taken' : stateOf(candidate, wish),
      );
      note(`Port ${first} is ${state}: ${wish.for} takes ${port} (${wish.variable} chooses another).`);
    }
    given.add(port);
    ports.set(wish, port);
  }
  return wishes.map((wish) => ports.get(wish) ?? wish.defaultPort);
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

function isChosen(wish: PortRequest): boolean {
  return wish.chosen !== undefined && wish.chosen !== '';
}

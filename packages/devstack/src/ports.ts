import { createServer } from 'node:net';
import { DevstackError } from './devstack-error.ts';
import type { ServiceName } from './stack-settings.ts';

const loopback = '127.0.0.1';

/** A port to choose: the one set by the variable, or the default. */
export interface PortRequest {
  /** Name of the server that will listen on it, for messages. */
  for: string;
  /** The variable that sets the port. */
  variable: string;
  defaultPort: number;
  /** The variable's value; if undefined or empty, the default is preferred. */
  chosen: string | undefined;
}

/** `forbidden`: the system reserves the port, as it does 80. */
export type PortState = 'free' | 'taken' | 'forbidden';

/**
 * Whether a server could listen on this port now. Errors: DevstackError if the machine lacks this address.
 */
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
 * Chooses distinct ports for all requests. A default port that is taken is replaced by the next free one and
 * reported to `note` in one line; a port set by a variable must be valid and free.
 */
export async function choosePorts(
  requests: readonly PortRequest[],
  stateOf: (port: number, request: PortRequest) => Promise<PortState>,
  note: (line: string) => void,
): Promise<number[]> {
  const preferred = requests.map(preferredPort);
  const ports = new Map<PortRequest, number>();
  const stateNow = async (port: number, request: PortRequest) =>
    [...ports.values()].includes(port) ? 'taken' : stateOf(port, request);
  // Ports set by variables take precedence over defaults.
  for (const request of requests.toSorted((left, right) => Number(!left.chosen) - Number(!right.chosen))) {
    const first = preferredPort(request);
    const state = await stateNow(first, request);
    if (state !== 'free' && request.chosen)
      throw new DevstackError(`${request.variable}: port ${first} is ${state}; choose another`);
    let port = first;
    if (state !== 'free') {
      port = await nextFree(first, (candidate) =>
        preferred.includes(candidate) ? 'taken' : stateNow(candidate, request),
      );
      note(`Port ${first} is ${state}: ${request.for} takes ${port} (${request.variable} chooses another).`);
    }
    ports.set(request, port);
  }
  return requests.map((request) => ports.get(request) ?? request.defaultPort);
}

function preferredPort({ variable, chosen, defaultPort }: PortRequest): number {
  return chosen ? parsePort(variable, chosen) : defaultPort;
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

/** The ports of everything that `npm start` starts. */
export interface StackPorts extends Record<ServiceName | 'postgres' | 'showcase', number> {
  /** Set if ARCHIVE_BASE_URL is not, because the catalogue then uses the stand-in archive. */
  archive?: number;
  /** Set if METRICS_PORT is set. */
  catalogueMetrics?: number;
  collectionMetrics?: number;
}

const SERVERS = {
  postgres: { for: 'PostgreSQL', variable: 'POSTGRES_PORT', defaultPort: 54_320 },
  catalogue: { for: 'the catalogue', variable: 'CATALOGUE_PORT', defaultPort: 4000 },
  collection: { for: 'the collection', variable: 'COLLECTION_PORT', defaultPort: 4001 },
  showcase: { for: 'the showcase', variable: 'SHOWCASE_PORT', defaultPort: 4003 },
  archive: { for: 'the stand-in archive', variable: 'ARCHIVE_PORT', defaultPort: 4002 },
};

/** Chooses a port for each server: the one set by its variable, else the default or the next free one. */
export async function chooseStackPorts(
  env: NodeJS.ProcessEnv,
  host: string,
  note: (line: string) => void,
): Promise<StackPorts> {
  const servers = Object.entries(SERVERS)
    .filter(([name]) => name !== 'archive' || !env.ARCHIVE_BASE_URL)
    .map(([name, server]) => [name, { ...server, chosen: env[server.variable] }] as const);
  const requests: ReadonlyArray<readonly [string, PortRequest]> = [...servers, ...metricsRequests(env)];
  const ports = await choosePorts(
    requests.map(([, request]) => request),
    (port, { variable }) => checkAddress(port, variable === 'POSTGRES_PORT' ? '127.0.0.1' : host),
    note,
  );
  const named: object = Object.fromEntries(requests.map(([name], index) => [name, ports[index]]));
  return named as StackPorts;
}

/** Browsers resolve `localhost` to `::1` first, where another server would hide ours. */
async function checkAddress(port: number, host: string): Promise<PortState> {
  const state = await checkPort(port, host);
  if (state !== 'free' || host !== '127.0.0.1') return state;
  // Machines without IPv6 have no such address.
  return checkPort(port, '::1').catch(() => 'free');
}

/** METRICS_PORT is the first of two ports, because the services cannot share one. */
function metricsRequests({ METRICS_PORT: chosen }: NodeJS.ProcessEnv): Array<[string, PortRequest]> {
  if (!chosen) return [];
  const variable = 'METRICS_PORT';
  const first = parsePort(variable, chosen);
  return ['catalogue', 'collection'].map((service, index) => {
    const defaultPort = Math.min(first + index, 65_535);
    return [
      `${service}Metrics`,
      { for: `the ${service}’s /metrics`, variable, defaultPort, chosen: undefined },
    ];
  });
}

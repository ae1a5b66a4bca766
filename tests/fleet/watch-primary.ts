import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** A server that accepted a connection, and when. */
interface Sighting {
  address: string;
  isPrimary: boolean;
}

/** Polls which server an address leads to. */
export interface PrimaryWatch {
  /** The server that the last connection reached. */
  address(): string;
  /** Resolves to the time at which the address first leads to a different primary. */
  untilMovedFrom(address: string): Promise<number>;
  stop(): Promise<void>;
}

const LOOK_MS = 100;
const CONNECT_MS = 1000;
const PATIENCE_MS = 60_000;

/** Starts polling the URL of a database, with a new connection each time. */
export async function watchPrimary(url: string): Promise<PrimaryWatch> {
  const stopped = new AbortController();
  let seen = { ...(await look(url)), at: performance.now() };

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      const sighting = await look(url).catch(() => undefined);
      if (sighting?.isPrimary && sighting.address !== seen.address) {
        seen = { ...sighting, at: performance.now() };
      }
      await delay(LOOK_MS);
    }
  }

  const watching = watch();
  return {
    address: () => seen.address,
    untilMovedFrom: async (address) => {
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await delay(20)) {
        if (seen.address !== address) return seen.at;
      }
      throw new Error(`the address still leads to ${address}`);
    },
    stop: async () => {
      stopped.abort();
      await watching;
    },
  };
}

async function look(url: string): Promise<Sighting> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Sighting>(
      `select host(inet_server_addr()) || ':' || inet_server_port() as address,
         not pg_is_in_recovery() as "isPrimary"`,
    );
    const [row] = rows;
    if (!row) throw new Error('the server returned no row');
    return row;
  } finally {
    void client.end().catch(() => {});
  }
}

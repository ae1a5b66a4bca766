import { withDeadline } from '../process/deadline.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createGauge, type Metrics } from '../telemetry/metrics.ts';

/** A Redis connection that may be unavailable: every call settles soon, with a value or RedisUnavailable. */
export interface Redis {
  /** Runs a command; throws RedisUnavailable if Redis is unavailable or too slow. */
  call<T>(send: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Whether the last call succeeded. */
  isConnected(): boolean;
  /** Pings Redis. */
  isReachable(): Promise<boolean>;
  /** Registers a function that runs on each (re)connection, before any other call is sent. */
  onConnected(run: (client: RedisClient) => Promise<void>): void;
  close(): Promise<void>;
}

/** A client that returns bulk strings as bytes. */
export type RedisClient = Awaited<ReturnType<typeof createBytesClient>>;

/** Redis is unavailable or did not respond in time. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

const DEADLINE_MS = 150;
const BREAK_MS = 1000;
const MAX_RECONNECT_MS = 1000;
const CONNECT_MS = 2000;
/**
 * A connection that receives nothing for this long is replaced: Redis did not complete the handshake, or is
 * frozen.
 */
const SILENCE_MS = 3000;
/** Idle connections are pinged this often, so that they are not silent. */
const PING_MS = 1000;

/**
 * Creates a client without waiting for the connection: services work without Redis and reconnect when it is
 * available again. A call that fails or takes longer than 150 ms opens a circuit breaker for one second, so
 * that an unresponsive Redis delays one request per second, not all of them.
 */
export function openRedis(options: { url: string; log: Logger }): Redis {
  let client: RedisClient | undefined;
  const connectHandlers: Array<(client: RedisClient) => Promise<void>> = [];
  let usable = false;
  let isDown = false;
  let isClosed = false;
  let brokenUntil = 0;

  const opened = open();

  async function open(): Promise<void> {
    const newClient = await createBytesClient(options.url);
    newClient.on('error', reportDown);
    newClient.on('ready', () => void runConnectHandlers(newClient));
    newClient.on('ping-interval', () => {
      if (!usable && !isClosed) void runConnectHandlers(newClient);
    });
    newClient.on('connect', () => {
      // The library keeps a connection that was still being opened when the client was destroyed.
      if (isClosed) newClient.destroy();
    });
    // The `error` event reports failures, and the client reconnects.
    newClient.connect().catch(() => undefined);
    client = newClient;
  }

  function reportDown(error: unknown): void {
    usable = false;
    if (isDown || isClosed) return;
    isDown = true;
    options.log.warn({ err: error }, 'Redis is unavailable; continuing without it');
  }

  /** If a handler fails, the connection stays unused until Redis responds to the next ping. */
  async function runConnectHandlers(connected: RedisClient): Promise<void> {
    try {
      for (const handler of connectHandlers) await withDeadline(handler(connected), DEADLINE_MS);
    } catch (error) {
      reportDown(error);
      return;
    }
    usable = true;
    brokenUntil = 0;
    if (isDown) options.log.info('Redis is back');
    isDown = false;
  }

  async function call<T>(send: (client: RedisClient) => Promise<T>): Promise<T> {
    if (!client || !usable || performance.now() < brokenUntil)
      throw new RedisUnavailable('Redis is unavailable');
    try {
      return await withDeadline(send(client), DEADLINE_MS);
    } catch (error) {
      // NOSCRIPT (after a restart of Redis) is a valid reply: the caller loads the script again.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) throw error;
      brokenUntil = performance.now() + BREAK_MS;
      throw new RedisUnavailable('Redis failed or did not respond in time', { cause: error });
    }
  }

  return {
    call,
    isConnected: () => usable && performance.now() >= brokenUntil,
    // The client's `error` event reports failures.
    isReachable: () =>
      call((connected) => connected.ping()).then(
        () => true,
        () => false,
      ),
    onConnected: (run) => connectHandlers.push(run),
    async close() {
      isClosed = true;
      usable = false;
      await opened;
      // A connection that cannot be closed properly is cut.
      if (client?.isReady) await withDeadline(client.close(), DEADLINE_MS).catch(() => client?.destroy());
      else client?.destroy();
    },
  };
}

/** Connects once and pings Redis; rejects with the reason if that fails. */
export async function checkRedis(url: string): Promise<void> {
  const client = await createBytesClient(url);
  try {
    await new Promise<unknown>((resolve, reject) => {
      // Otherwise the library would keep reconnecting.
      client.on('error', reject);
      client
        .connect()
        .then(() => client.ping())
        .then(resolve, reject);
    });
  } finally {
    client.destroy();
  }
}

/** Loads the library on demand: it is large, and a process without Redis does not need it. */
async function createBytesClient(url: string) {
  const { createClient, RESP_TYPES } = await import('redis');
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_MS),
    },
  }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}

/** Adds a gauge that shows whether Redis responds, if it is configured. */
export function measureRedis({ registry }: Metrics, redis: Redis | undefined): void {
  if (!redis) return;
  createGauge(registry, {
    name: 'redis_connected',
    help: 'Whether Redis responded to the last command of this process',
    read: () => Number(redis.isConnected()),
  });
}

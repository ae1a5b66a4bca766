import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { connectionOptions, toDirect, type DatabaseOptions } from './database.ts';

/** A connection that receives PostgreSQL notifications and reconnects automatically. */
export interface Listener {
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>;
  close(): Promise<void>;
}

interface ListenerEvents {
  onNotification(payload: string): void;
  /** Listening (again): notifications sent in between were missed. */
  onConnected(): void;
  /** The connection was lost: notifications may be missed from now on. */
  onLost?(): void;
}

const RETRY_MS = 500;
const PING_MS = 10_000;
const PING_TIMEOUT_MS = 5000;

/**
 * Listens on a channel until closed; a lost or unresponsive connection is replaced, at most twice a second.
 */
export function openListener(
  options: DatabaseOptions & { channel: string; log: Logger },
  events: ListenerEvents,
): Listener {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let ping: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connectionOptions(toDirect(options)), query_timeout: PING_TIMEOUT_MS });
    client = next;
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('the connection ended')));
    next.on('notification', (message) => events.onNotification(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    } catch (error) {
      lose(next, error);
      return;
    }
    if (client !== next) return;
    events.onConnected();
    ping = setInterval(() => {
      next.query('select 1').catch((error: unknown) => lose(next, error));
    }, PING_MS).unref();
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost) return;
    client = undefined;
    clearInterval(ping);
    // The connection is already lost.
    lost.end().catch(() => undefined);
    if (closed) return;
    events.onLost?.();
    options.log.debug({ err: error }, 'lost the connection that listens for changes; reconnecting');
    retry = setTimeout(() => void connect(), RETRY_MS);
  }

  const ready = connect();
  return {
    ready,
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(ping);
      // The connection may already be lost.
      await client?.end().catch(() => undefined);
    },
  };
}

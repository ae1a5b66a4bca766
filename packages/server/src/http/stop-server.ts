import type { RequestListener, Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How often a stopping server closes idle connections. */
const SWEEP_MS = 50;
/** How long a stopping server keeps accepting connections at most. */
const ACCEPTING_MS = 1000;
/** An idle turn of the event loop takes some hundredths of a millisecond. */
const QUIET_TURN_MS = 0.5;
/**
 * How long a stopping server keeps idle proxy connections. Proxies must close theirs sooner: infra/nginx does
 * after 2 s.
 */
const PROXY_IDLE_MS = 3000;

/** Controls when requests reach the app. */
interface Gate {
  take: RequestListener;
  /** Holds requests back. */
  shut(): void;
  /** Lets requests through again, each as the last one on its connection. */
  openForTheLast(): void;
}

/** Creates an open gate. */
export function createGate(app: RequestListener): Gate {
  let waiting: Array<() => void> | undefined;
  let areLast = false;
  return {
    take: (request, response) => {
      const pass = () => {
        if (areLast) response.setHeader('Connection', 'close');
        app(request, response);
      };
      if (waiting) waiting.push(pass);
      else pass();
    },
    shut: () => {
      waiting = [];
    },
    openForTheLast: () => {
      const passes = waiting ?? [];
      waiting = undefined;
      areLast = true;
      for (const pass of passes) pass();
    },
  };
}

interface StopOptions {
  /** The gate that requests pass through. */
  gate: Gate;
  /** How long running requests may take before they are closed. */
  graceMs: number;
  /** Whether to leave idle connections to proxies for a while. */
  isBehindProxy: boolean;
}

/**
 * Stops accepting connections and resolves when none is left. Connections that the operating system has
 * already accepted are served.
 */
export async function stopServer(
  server: Server,
  { gate, graceMs, isBehindProxy }: StopOptions,
): Promise<void> {
  const start = performance.now();
  // Clients waiting for a response send no more requests, so the event loop becomes idle.
  gate.shut();
  await acceptWaiting(server, start + Math.min(ACCEPTING_MS, graceMs));
  const closed = new Promise<void>((resolve) => {
    // Like http's own close, but without closing idle connections immediately.
    TcpServer.prototype.close.call(server, () => resolve());
  });
  gate.openForTheLast();
  const idleUntil = start + Math.min(isBehindProxy ? PROXY_IDLE_MS : 0, graceMs);
  const sweep = setInterval(() => {
    if (performance.now() >= idleUntil) server.closeIdleConnections();
  }, SWEEP_MS);
  const leftMs = start + graceMs - performance.now();
  const cut = setTimeout(() => server.closeAllConnections(), Math.max(0, leftMs));
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/**
 * Accepts connections waiting in the listen backlog, which closing the server would reset. Each turn of the
 * event loop accepts at most one and also does other work, so this continues until a turn accepts none and
 * was nearly idle.
 */
async function acceptWaiting(server: Server, deadline: number): Promise<void> {
  let isQuiet = false;
  const note = () => {
    isQuiet = false;
  };
  server.on('connection', note);
  // Start measuring at the beginning of a turn.
  await setImmediate();
  while (!isQuiet && performance.now() < deadline) {
    isQuiet = true;
    const start = performance.now();
    await setImmediate();
    isQuiet &&= performance.now() - start < QUIET_TURN_MS;
  }
  server.off('connection', note);
}

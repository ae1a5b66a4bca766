import type { RequestListener, Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How often a stopping server looks for idle connections to close. */
const SWEEP_MS = 50;
/** How long a stopping server goes on accepting at most, where new connections do not cease for a moment. */
const ACCEPTING_MS = 1000;
/** A turn of the event loop that has nothing to do takes some hundredths of a millisecond. */
const QUIET_TURN_MS = 0.5;
/** How long a stopping server keeps idle connections of proxies; they close theirs sooner: infra/nginx does after 2 s. */
const PROXY_IDLE_MS = 3000;

/** What requests pass through on their way to the app. */
export interface Gate {
  take: RequestListener;
  /** Lets them wait. */
  shut(): void;
  /** Lets them pass again, each as the last one of its connection. */
  openForTheLast(): void;
}

/** Makes a gate that is open. */
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

/** How a server stops. */
export interface StopOptions {
  /** What its requests pass through. */
  gate: Gate;
  /** How long running requests have; what is left then is cut. */
  graceMs: number;
  /** Whether idle connections are left to proxies for a while. */
  isBehindProxy: boolean;
}

/** Stops accepting, and resolves when no connection is left. Whoever was accepted by the system gets an answer. */
export async function stopServer(
  server: Server,
  { gate, graceMs, isBehindProxy }: StopOptions,
): Promise<void> {
  const start = performance.now();
  // Whoever waits for an answer asks for no more, and the event loop finds some rest.
  gate.shut();
  await acceptWaiting(server, start + Math.min(ACCEPTING_MS, graceMs));
  const closed = new Promise<void>((resolve) => {
    // As http's own, but without closing idle connections at once.
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
 * Accepts the connections that the system has taken on already: those it still holds when the server stops listening
 * would be reset. A turn of the event loop accepts one of them and works on what else there is, while further ones
 * may come; so it takes turns until one brings none and has done next to nothing.
 */
async function acceptWaiting(server: Server, deadline: number): Promise<void> {
  let isQuiet = false;
  const note = () => {
    isQuiet = false;
  };
  server.on('connection', note);
  // To the end of this turn, so that each that counts is a whole one.
  await setImmediate();
  while (!isQuiet && performance.now() < deadline) {
    isQuiet = true;
    const start = performance.now();
    await setImmediate();
    isQuiet &&= performance.now() - start < QUIET_TURN_MS;
  }
  server.off('connection', note);
}

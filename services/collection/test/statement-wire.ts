import { connect, createServer, type AddressInfo } from 'node:net';

/**
 * When a connection to the database breaks: before a statement reaches it, or before its result reaches the
 * service.
 */
export type Break = 'before' | 'after';

/** Called with each statement, until it returns true. */
export type IsMeant = (statement: Buffer) => boolean;

/** A proxy between a service and its database that can break a connection at any statement. */
export interface StatementWire extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  url: string;
  /** Breaks the connection at the next statement for which `isMeant` returns true, after calling `act`. */
  breakAt(isMeant: IsMeant, at: Break, act?: () => void): void;
  /** Stops breaking connections; returns whether one was broken. */
  mend(): boolean;
}

/** Opens a proxy to a database on 127.0.0.1. Each chunk that a client sends counts as a statement. */
export async function openStatementWire(databaseUrl: string): Promise<StatementWire> {
  const target = new URL(databaseUrl);
  let plan: { isMeant: IsMeant; at: Break; act: () => void } | undefined;
  let isBroken = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    const breakOff = (act: () => void) => {
      isBroken = true;
      plan = undefined;
      act();
      end();
    };
    let onResult: (() => void) | undefined;
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
    client.on('data', (part) => {
      if (plan?.isMeant(part)) {
        const { at, act } = plan;
        if (at === 'before') return breakOff(act);
        onResult = () => breakOff(act);
        plan = undefined;
      }
      database.write(part);
    });
    database.on('data', (part) => {
      if (onResult) onResult();
      else client.write(part);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    breakAt(isMeant, at, act = () => undefined) {
      isBroken = false;
      plan = { isMeant, at, act };
    },
    mend() {
      plan = undefined;
      return isBroken;
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a service and one of its servers, whose connections tests can cut. */
export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Ends all connections and refuses new ones, while the server continues to run. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  reopen(): Promise<void>;
  /** Sends nothing more to clients that have sent this string. */
  mute(sent: string): void;
  /**
   * Returns the number of queries in PostgreSQL's protocol, each of which ends with a Query or a Sync
   * message.
   */
  queries(): number;
  close(): Promise<void>;
}

const MESSAGE_MAX = 1_000_000;

/** Starts a proxy in front of a server on 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let queries = 0;
  const connections = new Set<{ client: Socket; target: Socket; sent: string }>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const connection = { client, target, sent: '' };
    connections.add(connection);
    const count = countQueries(() => (queries += 1));
    client.on('data', (chunk: Buffer) => {
      connection.sent += chunk.toString('latin1');
      count(chunk);
    });
    client.pipe(target);
    target.pipe(client);
    for (const socket of [client, target]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        connections.delete(connection);
        client.destroy();
        target.destroy();
      });
    }
  });
  await listenOn(0);
  const { port } = server.address() as AddressInfo;

  function listenOn(wanted: number): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  }

  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const { client, target } of connections) {
      client.destroy();
      target.destroy();
    }
    await closed;
  }

  return {
    port,
    cut,
    reopen: () => listenOn(port),
    mute(sent) {
      const muted = [...connections].filter((connection) => connection.sent.includes(sent));
      if (muted.length === 0) throw new Error(`no client has sent ${sent}`);
      for (const { client, target } of muted) target.unpipe(client).resume();
    },
    queries: () => queries,
    close: cut,
    [Symbol.asyncDispose]: cut,
  };
}

/**
 * Parses the client's messages. The first has no type; the others have a one-letter type before their length.
 */
function countQueries(onQuery: () => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (pending.length < head + 4) return;
      const length = head + pending.readUInt32BE(head);
      // Not a PostgreSQL message: Redis is proxied too.
      if (length > MESSAGE_MAX) pending = Buffer.alloc(0);
      if (pending.length < length) return;
      if (!isFirst && 'QS'.includes(String.fromCharCode(pending[0] ?? 0))) onQuery();
      pending = pending.subarray(length);
      isFirst = false;
    }
  };
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between a service and a server of its, which tests can cut. */
export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Ends all connections and refuses new ones, while the server behind goes on. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  reopen(): Promise<void>;
  /** From now on, connections on which the client has sent this receive nothing more. */
  mute(said: string): void;
  /** How many queries of PostgreSQL's protocol have passed: each ends with a Query or a Sync message. */
  queries(): number;
  close(): Promise<void>;
}

const MESSAGE_MAX = 1_000_000;

/** Puts a wire in front of a server on 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let queries = 0;
  const wires = new Set<{ client: Socket; target: Socket; said: string }>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const wire = { client, target, said: '' };
    wires.add(wire);
    const count = countQueries(() => (queries += 1));
    client.on('data', (chunk: Buffer) => {
      wire.said += chunk.toString('latin1');
      count(chunk);
    });
    client.pipe(target);
    target.pipe(client);
    for (const socket of [client, target]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        wires.delete(wire);
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
    for (const { client, target } of wires) {
      client.destroy();
      target.destroy();
    }
    await closed;
  }

  return {
    port,
    cut,
    reopen: () => listenOn(port),
    mute(said) {
      const muted = [...wires].filter((wire) => wire.said.includes(said));
      if (muted.length === 0) throw new Error(`no client has sent ${said}`);
      for (const { client, target } of muted) target.unpipe(client).resume();
    },
    queries: () => queries,
    close: cut,
    [Symbol.asyncDispose]: cut,
  };
}

/**
 * Reads what a client sends, message by message: the first has no type, the others one letter before their
 * length.
 */
function countQueries(onQuery: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      // Another protocol: Redis is proxied too.
      if (length > MESSAGE_MAX) rest = Buffer.alloc(0);
      if (rest.length < length) return;
      if (!isFirst && 'QS'.includes(String.fromCharCode(rest[0] ?? 0))) onQuery();
      rest = rest.subarray(length);
      isFirst = false;
    }
  };
}

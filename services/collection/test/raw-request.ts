import { connect, type Socket } from 'node:net';

/** A connection that can send malformed or partial requests. */
export interface RawConnection {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** Waits for the next response; rejects if the connection ends first or the time is up. */
  response(timeoutMs?: number): Promise<{ status: number; body: unknown }>;
}

/** Connects to a service. */
export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  let received: Buffer = Buffer.alloc(0);
  const heard: Array<() => void> = [];
  const notify = () => heard.splice(0).forEach((hear) => hear());
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    notify();
  });
  socket.on('close', notify).on('error', () => undefined);

  async function response(timeoutMs = 10_000) {
    for (const until = Date.now() + timeoutMs; ;) {
      const taken = takeResponse(received);
      if (taken) {
        received = taken.rest;
        return taken.response;
      }
      if (socket.closed) throw new Error('the connection has ended');
      if (Date.now() > until) throw new Error('there is no response');
      await new Promise<void>((resolve) => {
        heard.push(resolve);
        setTimeout(resolve, 50);
      });
    }
  }

  return { socket, send: (bytes) => void socket.write(bytes), response };
}

/** The request line and headers of a request. */
export function head(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function takeResponse(received: Buffer) {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = received.toString('latin1', 0, end);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  if (status === 100) return takeResponse(received.subarray(end + 4));
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  const bodyEnd = end + 4 + length;
  if (received.length < bodyEnd) return undefined;
  const body: unknown = JSON.parse(received.toString('utf8', end + 4, bodyEnd) || 'null');
  return { response: { status, body }, rest: received.subarray(bodyEnd) };
}

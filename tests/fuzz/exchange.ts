import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  target: string;
  headers: ReadonlyArray<readonly [string, string]>;
  body: Buffer;
  /** How often the body is cut in pieces that are sent one by one; once: not at all. */
  pieces: number;
  /** Whether its connection is not used again, as nobody knows what becomes of that. */
  isAlone: boolean;
  /** Whether the client leaves once it has sent this. */
  leaves: boolean;
}

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  /** By name in small letters; repeated ones are joined by a line end. */
  headers: Map<string, string>;
  body: Buffer;
  ms: number;
}

/** A connection to a service that is used again as long as the service keeps it. */
export interface Connection {
  /** Rejects with a WireError when there is no whole answer in time. */
  ask(request: WireRequest, deadlineMs: number): Promise<WireAnswer>;
  close(): void;
}

/** What goes wrong with an exchange. */
export class WireError extends Error {}

/** Opens no connection before the first request. */
export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  return {
    async ask(request, deadlineMs) {
      // Servers close idle connections; as ours may be half open, a request would still go out, and nobody
      // answers.
      if (!socket?.writable || socket.readableEnded) {
        socket?.destroy();
        socket = await connectTo(port);
      }
      const used = socket;
      if (request.isAlone) socket = undefined;
      const answer = await exchange(used, request, deadlineMs);
      if (request.isAlone || answer.headers.get('connection') === 'close') {
        used.destroy();
        socket = undefined;
      }
      return answer;
    },
    close: () => socket?.destroy(),
  };
}

/** The bytes of a request: what is no Latin-1 goes as UTF-8, as clients do it that do not look. */
export function writeHead({ method, target, headers }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const text = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  // oxlint-disable-next-line no-control-regex -- all of Latin-1
  return Buffer.from(text, /^[\0-\u00ff]*$/.test(text) ? 'latin1' : 'utf8');
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).on('error', reject);
  });
  return socket;
}

async function exchange(socket: Socket, request: WireRequest, deadlineMs: number): Promise<WireAnswer> {
  const start = performance.now();
  const arrived = new Arrivals(socket);
  try {
    await send(socket, request);
    for (;;) {
      const answer = takeAnswer(arrived.bytes, {
        method: request.method,
        isOver: arrived.isOver,
        isAlone: request.isAlone,
      });
      if (answer) return { ...answer, ms: performance.now() - start };
      if (arrived.isOver) throw new WireError(`the connection ended without an answer (${arrived.why})`);
      const leftMs = deadlineMs - (performance.now() - start);
      if (leftMs <= 0) throw new WireError(`there is no answer after ${deadlineMs} ms`);
      await arrived.more(leftMs);
    }
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    arrived.stop();
  }
}

async function send(socket: Socket, request: WireRequest): Promise<void> {
  const { body, pieces, leaves } = request;
  const head = writeHead(request);
  if (pieces <= 1) {
    socket.write(Buffer.concat([head, body]));
  } else {
    socket.write(head);
    const size = Math.ceil(body.length / pieces);
    for (let at = 0; at < body.length && socket.writable; at += size) {
      await delay(1);
      socket.write(body.subarray(at, at + size));
    }
  }
  if (leaves) socket.end();
}

/** What a socket brings. */
class Arrivals {
  bytes: Buffer = Buffer.alloc(0);
  isOver = false;
  why = 'closed';
  #wake: () => void = () => undefined;
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('close', this.#onEnd)
      .on('error', this.#onError);
  }

  async more(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }

  stop(): void {
    this.#socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
    this.#socket.off('error', this.#onError);
  }

  readonly #onData = (data: Buffer): void => {
    this.bytes = Buffer.concat([this.bytes, data]);
    this.#wake();
  };

  readonly #onEnd = (): void => {
    this.isOver = true;
    this.#wake();
  };

  readonly #onError = (error: Error): void => {
    this.why = error.message;
    this.#onEnd();
  };
}

type Taken = Omit<WireAnswer, 'ms'>;

function takeAnswer(
  bytes: Buffer,
  state: { method: string; isOver: boolean; isAlone: boolean },
): Taken | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1]);
  if (Number.isNaN(status)) throw new WireError(`the answer begins with ${JSON.stringify(first)}`);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return takeAnswer(rest, state);
  const headers = readHeaders(lines);
  // A server that could not read the headers does not know that the method is HEAD.
  const isHead = state.method === 'HEAD' && status !== 431;
  const hasNone = isHead || status === 204 || status === 304;
  const body = hasNone ? { bytes: Buffer.alloc(0), length: 0 } : takeBody(rest, headers, state.isOver);
  if (!body) return undefined;
  // What breaks off after it was answered is told so once more.
  if (rest.length > body.length && !state.isAlone) {
    const more = rest.toString('latin1', body.length, body.length + 60);
    throw new WireError(`more than one answer came: ${JSON.stringify(more)}`);
  }
  return { status, headers, body: decode(body.bytes, headers.get('content-encoding')) };
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}\n${value}`);
  }
  return headers;
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  // Answers to HEAD tell the encoding of a body that they do not have.
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** The body and how many bytes it takes; undefined while it is not whole. */
function takeBody(rest: Buffer, headers: Map<string, string>, isOver: boolean) {
  const length = headers.get('content-length');
  if (length !== undefined) {
    const size = Number(length);
    return rest.length < size ? undefined : { bytes: rest.subarray(0, size), length: size };
  }
  if (headers.get('transfer-encoding') === 'chunked') return takeChunks(rest);
  return isOver ? { bytes: rest, length: rest.length } : undefined;
}

function takeChunks(rest: Buffer) {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new WireError('a part of the answer has no length');
    const end = lineEnd + 2 + size;
    if (rest.length < end + 2) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: end + 2 };
    chunks.push(rest.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

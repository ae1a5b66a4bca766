import { once } from 'node:events';
import { Agent, request as openRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An HTTP request in the form that is sent. */
export interface WireRequest {
  port: number;
  method: string;
  target: string;
  headers: ReadonlyArray<readonly [string, string]>;
  body: Buffer;
  /** A malformed request is written as raw bytes to a separate connection. */
  isMalformed: boolean;
  /** Whether the client closes its side of the connection after the request. */
  halfCloses: boolean;
}

/** A response with its decompressed body. */
export interface WireResponse {
  status: number;
  headers: Headers;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request. Rejects if no complete response arrives before the deadline. */
export async function send(request: WireRequest, deadlineMs: number): Promise<WireResponse> {
  const signal = AbortSignal.timeout(deadlineMs);
  const client = request.isMalformed ? openMalformed(request, signal) : openWellFormed(request, signal);
  try {
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(response.headersDistinct))
      for (const value of values) headers.append(name, value);
    const encoding = headers.get('content-encoding');
    const decompress =
      encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from;
    // A response to HEAD names the encoding of a body that it does not include.
    const body = bytes.length === 0 ? bytes : decompress(bytes);
    return { status: response.statusCode ?? 0, headers, body };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The server closed the idle connection while the request was being sent.
    if (client.reusedSocket && code === 'ECONNRESET') return send(request, deadlineMs);
    throw new Error(signal.aborted ? `no response after ${deadlineMs} ms` : message, { cause: error });
  } finally {
    if (request.isMalformed) client.destroy();
  }
}

function openWellFormed(request: WireRequest, signal: AbortSignal): ClientRequest {
  const { port, method, target: path, body } = request;
  const headers = request.headers.flat();
  const client = openRequest({ host: '127.0.0.1', port, method, path, headers, agent, signal });
  // The body is written in two parts, which become two chunks if no length is declared.
  const half = Math.ceil(body.length / 2);
  if (half > 0) client.write(body.subarray(0, half));
  client.end(body.subarray(half));
  return client;
}

/** Node.js refuses to write malformed requests, so its client only reads the response. */
function openMalformed(request: WireRequest, signal: AbortSignal): ClientRequest {
  const { port, method, body, halfCloses } = request;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const bytes = Buffer.concat([writeHead(request), body]);
  if (halfCloses) socket.end(bytes);
  else socket.write(bytes);
  // The client must know that a response to HEAD has no body.
  const read = method === 'HEAD' ? 'HEAD' : 'GET';
  return openRequest({ createConnection: () => socket, method: read, signal });
}

/** Writes the request line and the headers. */
export function writeHead({ method, target, headers }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const text = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  // oxlint-disable-next-line no-control-regex -- matches all of Latin-1
  return Buffer.from(text, /^[\0-\u00ff]*$/.test(text) ? 'latin1' : 'utf8');
}

import { connect } from 'node:net';

/** A response as received. */
export interface RawResponse {
  status: number;
  headers: Headers;
  body: string;
}

/**
 * Sends a request as raw bytes, which no client would send, and reads until the server ends the connection.
 */
export function sendRaw(url: string, request: string): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The server may close the connection during the request; the response that it sent before counts.
    socket.once('error', (error) => (chunks.length > 0 ? resolve(parse(chunks)) : reject(error)));
    socket.once('end', () => {
      socket.destroy();
      resolve(parse(chunks));
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error('no end of the response within 10 seconds')));
  });
}

function parse(chunks: Buffer[]): RawResponse {
  const [head = '', ...bodyParts] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(pairs),
    body: bodyParts.join('\r\n\r\n'),
  };
}

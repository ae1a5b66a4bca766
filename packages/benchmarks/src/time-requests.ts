import { connect, type Socket } from 'node:net';
import type { Load } from './send-requests.ts';

/**
 * Sends one request after the other over one connection. Returns the median and the 95th percentile of the
 * times until a response is complete, in milliseconds, and the share of cached responses. Our own code,
 * because autocannon rounds to whole milliseconds, and HTTP clients take as long as the service. Rejects if a
 * response has another status than 200, or the connection closes.
 */
export async function timeRequests({ port, next }: Pick<Load, 'port' | 'next'>, seconds: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  const times: number[] = [];
  let hits = 0;
  try {
    for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
      const { path, method = 'GET', headers, body = '' } = next();
      const sent = { Host: `127.0.0.1:${port}`, ...headers, 'Content-Length': Buffer.byteLength(body) };
      const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
      const startedAt = performance.now();
      const head = await exchange(socket, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
      times.push(performance.now() - startedAt);
      if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${path} has ${head.split('\r\n')[0]}`);
      if (/^x-cache: hit/im.test(head)) hits += 1;
    }
  } finally {
    socket.destroy();
  }
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), hits: hits / times.length };
}

/** Returns the head of a response with a `Content-Length`, once its body has arrived. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = () => reject(new Error(`no complete response: ${text.slice(0, 200)}`));
    const receive = (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      const bytes = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1];
      if (end >= 0 && bytes === undefined) fail();
      if (end < 0 || text.length < end + 4 + Number(bytes)) return;
      socket.off('data', receive).off('error', fail).off('end', fail);
      resolve(text.slice(0, end));
    };
    socket.on('data', receive).once('error', fail).once('end', fail).write(request);
  });
}

import { connect, type Socket } from 'node:net';

/** A client that sends or reads one byte per second. */
export interface Trickle {
  /** Resolves when the server closes the connection: the response, and the milliseconds since the start. */
  ended: Promise<{ response: string; afterMs: number }>;
  stop(): void;
}

const BYTE_MS = 1000;
const BOUNDARY = 'trickle';

/** Sends the head of a request, then one byte of the body per second. */
export function trickleIn(port: number, head: string): Trickle {
  return open(port, head, (socket) => socket.write('a'));
}

/** Sends a request, then reads one byte of the response per second. */
export function trickleOut(port: number, request: string): Trickle {
  return open(port, request, (socket) => {
    socket.pause().read(1);
  });
}

/** Uploads a photo at 4 KiB per second, with padding after the end of the picture. */
export function trickleUpload(
  port: number,
  { host, token, picture, seconds }: { host: string; token: string; picture: Buffer; seconds: number },
): Trickle {
  const disposition = 'Content-Disposition: form-data; name="image"; filename="shirt.jpg"';
  const parts = [
    Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\n\r\n`),
    picture,
    Buffer.alloc(seconds * 4096),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
  const body = Buffer.concat(parts);
  const lines = [
    'POST /api/photos/ HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Token ${token}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  let sent = body.length - seconds * 4096;
  const begin = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body.subarray(0, sent)]);
  return open(port, begin, (socket) => {
    if (sent < body.length) socket.write(body.subarray(sent, (sent += 4096)));
  });
}

function open(port: number, begin: string | Buffer, step: (socket: Socket) => void): Trickle {
  const start = performance.now();
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.write(begin);
  const timer = setInterval(() => step(socket), BYTE_MS);
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  // Writing to a closed connection emits an error.
  socket.on('error', () => undefined);
  const ended = new Promise<{ response: string; afterMs: number }>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ response, afterMs: performance.now() - start });
    });
  });
  return { ended, stop: () => void socket.destroy() };
}

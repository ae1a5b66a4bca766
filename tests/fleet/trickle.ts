import { connect, type Socket } from 'node:net';

/** A client that says or reads a byte a second, and how it ended. */
export interface Trickle {
  /**
   * What it was answered, once the other side has ended the connection; when, in milliseconds since its
   * start.
   */
  ended: Promise<{ answer: string; afterMs: number }>;
  stop(): void;
}

const BYTE_MS = 1000;
const BOUNDARY = 'trickle';

/** Sends the head of a request at once, and then a byte a second of what follows. */
export function trickleIn(port: number, head: string): Trickle {
  return open(port, head, (socket) => socket.write('a'));
}

/** Sends a request at once, and takes a byte a second of the answer. */
export function trickleOut(port: number, request: string): Trickle {
  return open(port, request, (socket) => {
    socket.pause().read(1);
  });
}

/** Uploads a photo, 4 KiB a second: what is not the picture's follows its end. */
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
  let answer = '';
  socket.write(begin);
  const timer = setInterval(() => step(socket), BYTE_MS);
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // Whoever is cut off is told so on writing.
  socket.on('error', () => undefined);
  const ended = new Promise<{ answer: string; afterMs: number }>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ answer, afterMs: performance.now() - start });
    });
  });
  return { ended, stop: () => void socket.destroy() };
}

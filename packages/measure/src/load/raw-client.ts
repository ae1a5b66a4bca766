import { connect } from 'node:net';

/** What came back, as far as it is needed to judge it. */
export interface Answer {
  status: number;
  /** Of the body. */
  bytes: number;
  /** Whether `X-Cache` says that it was ready. */
  isHit: boolean;
  /** The start of the body, for messages. */
  start: string;
}

const BUFFER_BYTES = 65_536;
const HEAD_END = Buffer.from('\r\n\r\n');
const SHOWN_BYTES = 200;

/**
 * Holds a keep-alive connection and sends one request at a time: `next` takes the last answer and returns the next
 * request, or undefined to end. Sockets alone, as HTTP clients cost several times the CPU and would take it from what
 * they measure; so it reads only answers that tell their length.
 */
export function converse(
  port: number,
  next: (answer: Answer | undefined) => string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = readAnswers((answer) => proceed(answer));
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        // One for all answers of the connection: no allocation for each.
        buffer: Buffer.allocUnsafe(BUFFER_BYTES),
        callback(count: number, buffer: Uint8Array) {
          try {
            read(Buffer.from(buffer.buffer, buffer.byteOffset, count));
          } catch (error) {
            socket.destroy(error as Error);
          }
          return true;
        },
      },
    });
    const proceed = (answer?: Answer) => {
      const request = next(answer);
      if (request === undefined) socket.destroy();
      else socket.write(request);
    };
    let hasEnded = false;
    socket.once('connect', () => proceed());
    socket.once('end', () => (hasEnded = true));
    socket.once('error', reject);
    socket.once('close', () =>
      hasEnded ? reject(new Error('the server has closed a connection')) : resolve(),
    );
  });
}

/** Finds the answers in what arrives; nothing follows an answer before the next request is sent. */
function readAnswers(onAnswer: (answer: Answer) => void): (part: Buffer) => void {
  let held: Buffer | undefined;
  let answer: Answer | undefined;
  let missing = 0;
  return (part) => {
    if (answer) {
      missing -= part.length;
    } else {
      const data = held ? Buffer.concat([held, part]) : part;
      const end = data.indexOf(HEAD_END);
      // The buffer of the socket is used again.
      held = end < 0 ? Buffer.from(data) : undefined;
      if (end < 0) return;
      const body = end + HEAD_END.length;
      answer = readHead(data.toString('latin1', 0, end));
      if (answer.status >= 400) answer.start = data.toString('utf8', body, body + SHOWN_BYTES);
      missing = answer.bytes - (data.length - body);
    }
    if (missing > 0) return;
    const complete = answer;
    answer = undefined;
    onAnswer(complete);
  };
}

function readHead(head: string): Answer {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304 && status !== 204)
    throw new Error(`an answer without a length: ${head}`);
  return {
    status,
    bytes: status === 304 ? 0 : Number(length ?? 0),
    isHit: /\r\nx-cache: hit/i.test(head),
    start: '',
  };
}

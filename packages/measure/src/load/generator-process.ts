// The load generator: a process of its own, so that its CPU time is neither the service's nor the
// measurement's. Takes a `Round` as a message and sends back a `RoundResult`, or an error.
import { connect } from 'node:net';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { HOST, type LoadRequest, type Round, type RoundResult } from './generator.ts';

process.on('message', (round: Round) => {
  runRound(round).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: messageOf(error) }),
  );
});
process.on('disconnect', () => process.exit());

/** What the generator reads of a response. */
interface ReceivedResponse {
  status: number;
  /** Of the body. */
  bytes: number;
  /** Whether `X-Cache` says that it was cached. */
  isHit: boolean;
  /** The start of an error's body, for messages. */
  start: string;
}

async function runRound(round: Round): Promise<RoundResult> {
  const nextRequest = prepareRequests(round);
  const waits: number[] = [];
  let [bytes, hits] = [0, 0];
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = round.limit === undefined ? begun + round.seconds * 1000 : Infinity;
  let left = round.limit ?? Infinity;
  const count = (response: ReceivedResponse, wait: number) => {
    if (response.status !== round.status) throw new Error(describeMismatch(round, response));
    waits.push(wait);
    bytes += response.bytes;
    if (response.isHit) hits += 1;
  };
  const useConnection = () => {
    let sent = 0;
    return sendOneByOne(round.port, (response) => {
      const now = performance.now();
      if (response) count(response, now - sent);
      sent = now;
      left -= 1;
      return now < end && left >= 0 ? nextRequest() : undefined;
    });
  };
  await Promise.all(Array.from({ length: round.connections }, useConnection));
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = Float64Array.from(waits).toSorted();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requests: waits.length,
    ms,
    p50: at(0.5),
    p95: at(0.95),
    bytes,
    hits,
    cpuMs: (user + system) / 1000,
  };
}

function prepareRequests({ requests, from, isCold = false }: Round): () => string {
  let at = from;
  const prepared = requests.map(prepare);
  return () => {
    const host = isCold ? `p${Math.floor(at / prepared.length)}.${HOST}` : HOST;
    const { start, rest } = prepared[at % prepared.length] ?? { start: '', rest: '' };
    at += 1;
    return `${start}Host: ${host}\r\n${rest}`;
  };
}

function prepare({ path, method = 'GET', headers = {}, body = '' }: LoadRequest) {
  const sent = body === '' ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return { start: `${method} ${path} HTTP/1.1\r\n`, rest: `${lines.join('')}\r\n${body}` };
}

function describeMismatch({ requests, status }: Round, response: ReceivedResponse): string {
  return `${requests[0]?.path ?? ''} and similar: ${response.status} instead of ${status}: ${response.start}`;
}

const BUFFER_BYTES = 65_536;
const HEAD_END = Buffer.from('\r\n\r\n');
const SHOWN_BYTES = 200;

/**
 * Opens a keep-alive connection and sends one request at a time: `next` receives the last response and
 * returns the next request, or undefined to end. Plain sockets, as HTTP clients cost several times the CPU
 * and would take it from what they measure; so it reads only responses with a `Content-Length`.
 */
function sendOneByOne(
  port: number,
  next: (response: ReceivedResponse | undefined) => string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = readResponses((response) => proceed(response));
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        // One for all responses of the connection: no allocation for each.
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
    const proceed = (response?: ReceivedResponse) => {
      const request = next(response);
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

/** Parses responses from what arrives; nothing follows a response before the next request is sent. */
function readResponses(onResponse: (response: ReceivedResponse) => void): (part: Buffer) => void {
  let held: Buffer | undefined;
  let response: ReceivedResponse | undefined;
  let missing = 0;
  return (part) => {
    if (response) {
      missing -= part.length;
    } else {
      const data = held ? Buffer.concat([held, part]) : part;
      const end = data.indexOf(HEAD_END);
      // The socket reuses its buffer.
      held = end < 0 ? Buffer.from(data) : undefined;
      if (end < 0) return;
      const body = end + HEAD_END.length;
      response = readHead(data.toString('latin1', 0, end));
      if (response.status >= 400) response.start = data.toString('utf8', body, body + SHOWN_BYTES);
      missing = response.bytes - (data.length - body);
    }
    if (missing > 0) return;
    const complete = response;
    response = undefined;
    onResponse(complete);
  };
}

function readHead(head: string): ReceivedResponse {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304 && status !== 204)
    throw new Error(`a response without a Content-Length: ${head}`);
  return {
    status,
    bytes: status === 304 ? 0 : Number(length ?? 0),
    isHit: /\r\nx-cache: hit/i.test(head),
    start: '',
  };
}

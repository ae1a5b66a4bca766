import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';

/** A response with its body. */
export interface PlainResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The parsed body; throws unless it is JSON. */
  json(): unknown;
}

/** Options of a request. */
export interface SendOptions {
  /** Local address of the client. On Linux, all of 127.0.0.0/8 belong to this machine. */
  from?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Sends a request over a new connection, from a chosen address, with headers that fetch does not allow. */
export function sendFrom(
  url: string,
  { from, method = 'GET', headers = {}, body }: SendOptions = {},
): Promise<PlainResponse> {
  const options: RequestOptions = { method, headers, agent: false, timeout: 30_000 };
  if (from !== undefined) options.localAddress = from;
  // The local address is IPv4, so `localhost` must not resolve to IPv6.
  options.family = 4;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const content = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: content,
          json: () => JSON.parse(content.toString()),
        });
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('no response within 30 seconds')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';

/** An answer with its body. */
export interface PlainAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The parsed body; throws for what is no JSON. */
  json(): unknown;
}

/** What is asked, beyond the address. */
export interface AskFrom {
  /** The client's own address: on Linux all of 127.0.0.0/8 are this machine's. */
  from?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Asks over a connection of its own, with headers that fetch would set itself, and from a chosen address. */
export function askFrom(
  url: string,
  { from, method = 'GET', headers = {}, body }: AskFrom = {},
): Promise<PlainAnswer> {
  const options: RequestOptions = { method, headers, agent: false, timeout: 30_000 };
  if (from !== undefined) options.localAddress = from;
  // A bound address is of version 4: `localhost` must not mean the other one.
  options.family = 4;
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const read = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: read,
          json: () => JSON.parse(read.toString()),
        });
      });
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer within 30 seconds')));
    asked.once('error', reject);
    asked.end(body);
  });
}

import { readdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';

/** A proxy in front of a source, which can stall in the middle of its bulk data. */
export interface BulkProxy {
  url: string;
  /** Whether the next file stalls after its first half. */
  stalls: boolean;
  /** Resolves when this much of a file has arrived in a folder. */
  arrived(folder: string): Promise<void>;
  /** Ends all connections. */
  cut(): void;
  /** The requests for files: their headers, and how many bytes were sent. */
  downloads: Array<{ range: string | undefined; ifRange: unknown; bytes: number }>;
  close(): Promise<void>;
}

export async function startBulkProxy(target: string): Promise<BulkProxy> {
  const server: Server = createServer((request, response) => {
    const forward = async () => {
      const { host = '', range, 'if-range': ifRange } = request.headers;
      const headers = { ...(range && { range }), ...(ifRange && { 'if-range': String(ifRange) }) };
      const answer = await fetch(`${target}${request.url}`, { headers });
      const isFile = request.url?.endsWith('.gz') === true;
      const text = Buffer.from(await answer.arrayBuffer());
      // The list names the files by the address that it was asked at.
      const body = isFile ? text : Buffer.from(String(text).replaceAll(target, `http://${host}`));
      const end = isFile && proxy.stalls ? Math.floor(body.length / 2) : body.length;
      if (isFile) proxy.downloads.push({ range, ifRange, bytes: end });
      response.writeHead(answer.status, {
        'Content-Type': answer.headers.get('content-type') ?? '',
        'Content-Length': String(body.length),
        ...(answer.headers.get('etag') && { ETag: answer.headers.get('etag') ?? '' }),
        ...(answer.headers.get('content-range') && {
          'Content-Range': answer.headers.get('content-range') ?? '',
        }),
      });
      if (end === body.length) return response.end(body);
      proxy.stalls = false;
      return response.write(body.subarray(0, end));
    };
    void forward();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: BulkProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stalls: false,
    downloads: [],
    arrived: (folder) =>
      eventually(async () => {
        const parts = (await readdir(folder)).filter((name) => /^\.mirror-.+gz$/.test(name));
        const sizes = await Promise.all(parts.map(async (name) => (await stat(join(folder, name))).size));
        expect(sizes).toContain(proxy.downloads[0]?.bytes);
      }),
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

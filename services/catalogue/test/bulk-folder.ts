import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { eventually } from '@kitroom/testing/eventually';
import { listGenerations } from '../src/bulk-data/bulk-files.ts';
import { makeBulkData } from '../src/bulk-data/make-bulk-data.ts';
import type { TestCatalogue } from './test-catalogue.ts';

/** A folder for the bulk data of the catalogue of a test file. */
export interface BulkFolder {
  path: string;
  /** Runs the job once. */
  make(catalogue: Pick<TestCatalogue, 'db'>): Promise<void>;
  /** Makes all generations appear older, by these seconds. */
  age(seconds: number): Promise<void>;
}

/** Creates a folder that is removed after the tests. */
export function useBulkFolder(): BulkFolder {
  const path = mkdtempSync(join(tmpdir(), 'kitroom-bulk-'));
  const log = openLogger({ service: 'catalogue', level: 'silent' });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    make: ({ db }) =>
      makeBulkData({ config: { BULK_DATA_ROOT: path }, db, log }, new AbortController().signal),
    async age(seconds) {
      for (const id of await listGenerations(path)) {
        await rename(join(path, String(id)), join(path, String(id - seconds * 1000)));
      }
    },
  };
}

/** A proxy in front of a source that can stall in the middle of a file. */
export interface BulkProxy {
  url: string;
  /** Whether the next file stalls after its first half. */
  stalls: boolean;
  /** Resolves when the sent part of the first file has arrived in a folder. */
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
      const received = await fetch(`${target}${request.url}`, { headers });
      const isFile = request.url?.endsWith('.gz') === true;
      const text = Buffer.from(await received.arrayBuffer());
      // The URLs in the list are those of the proxy.
      const body = isFile ? text : Buffer.from(String(text).replaceAll(target, `http://${host}`));
      const end = isFile && proxy.stalls ? Math.floor(body.length / 2) : body.length;
      if (isFile) proxy.downloads.push({ range, ifRange, bytes: end });
      response.writeHead(received.status, {
        'Content-Type': received.headers.get('content-type') ?? '',
        'Content-Length': String(body.length),
        ...(received.headers.get('etag') && { ETag: received.headers.get('etag') ?? '' }),
        ...(received.headers.get('content-range') && {
          'Content-Range': received.headers.get('content-range') ?? '',
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

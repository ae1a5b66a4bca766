import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { listFiles } from '@kitroom/testing/list-files';

/** An S3-compatible server with one bucket. */
export interface S3Server {
  /** The environment variables with which a collection service uses it. */
  env: Record<string, string>;
  /** The keys of its objects, sorted. */
  list(): string[];
  /** Stops listening, but keeps its objects. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  restart(): Promise<void>;
  /** Stops the server and deletes its objects. */
  close(): Promise<void>;
}

const BUCKET = 'kitroom';
const OBJECT = '._S3rver_object';

/** Starts an S3 server on a free port, with an empty bucket in a temporary folder. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kitroom-s3-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] });
  await s3.configureBuckets();
  const server = createServer(s3.callback());
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(at, '127.0.0.1', () => resolve());
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      STORAGE: 's3',
      S3_BUCKET: BUCKET,
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      // The only keys that this server accepts.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    list: () =>
      listFiles(join(directory, BUCKET))
        .filter((path) => path.endsWith(OBJECT))
        .map((path) => path.slice(0, -OBJECT.length)),
    stop,
    restart: () => listen(port),
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

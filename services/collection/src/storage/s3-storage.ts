import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import {
  S3_ATTEMPTS,
  S3_CONNECT_MS,
  S3_DOWNLOAD_MS,
  S3_IDLE_MS,
  S3_PART_BYTES,
  S3_REMOVALS_AT_ONCE,
  S3_RESPONSE_MS,
} from '../limits.ts';
import type { S3Options } from '../variables/storage-variables.ts';
import {
  checkKey,
  contentTypeOf,
  FILE_CACHE_CONTROL,
  isKey,
  MissingFileError,
  type Storage,
  type StoredFile,
} from './storage.ts';

/**
 * The SDK and its client. They are loaded on first use, as a service with local storage does not need them.
 */
interface S3 {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
}

/** Stores files as objects in a bucket of AWS or a compatible server. The bucket must exist. */
export function openS3Storage(options: S3Options): Storage {
  const Bucket = options.bucket;
  const locate = (key: string) => ({ Bucket, Key: checkKey(key) });
  let opened: Promise<S3> | undefined;
  const open = () => (opened ??= openClient(options));
  return {
    async put(key, path) {
      const object = locate(key);
      const [{ client }, { Upload }] = await Promise.all([open(), import('@aws-sdk/lib-storage')]);
      const headers = { ContentType: contentTypeOf(key), CacheControl: FILE_CACHE_CONTROL };
      const params = { ...object, ...headers, Body: createReadStream(path) };
      // A large file is sent in parts, with one part in memory at a time.
      await new Upload({ client, params, partSize: S3_PART_BYTES, queueSize: 1 }).done();
    },
    async fetch(key, path) {
      const signal = AbortSignal.timeout(S3_DOWNLOAD_MS);
      await pipeline(await getObject(open, locate(key), signal), createWriteStream(path));
    },
    async load(key) {
      return buffer(await getObject(open, locate(key), AbortSignal.timeout(S3_DOWNLOAD_MS)));
    },
    // There is no deadline, as the client determines the speed.
    async read(key, range) {
      return getObject(open, { ...locate(key), Range: range && `bytes=${range.start}-${range.end}` });
    },
    async size(key) {
      const { sdk, client } = await open();
      try {
        return (await client.send(new sdk.HeadObjectCommand(locate(key)))).ContentLength ?? 0;
      } catch (cause) {
        // The response has no body that would distinguish a missing file from a missing bucket.
        throw cause instanceof sdk.S3ServiceException && cause.$metadata.httpStatusCode === 404
          ? new MissingFileError(key, { cause })
          : cause;
      }
    },
    async remove(keys) {
      const objects = keys.map(locate);
      const { sdk, client } = await open();
      for (let start = 0; start < keys.length; start += S3_REMOVALS_AT_ONCE) {
        const batch = objects.slice(start, start + S3_REMOVALS_AT_ONCE);
        // Files are deleted one by one, as not every compatible server supports bulk deletion.
        await Promise.all(batch.map((object) => client.send(new sdk.DeleteObjectCommand(object))));
      }
    },
    list: () => listObjects(open, Bucket),
    async check() {
      const { sdk, client } = await open();
      await client.send(new sdk.HeadBucketCommand({ Bucket }));
    },
    url: (key) => `${options.publicUrl ?? ownAddress(options)}/${checkKey(key)}`,
    close() {
      // If opening failed, nothing is open, and the caller of `open` has the error.
      opened?.then(({ client }) => client.destroy()).catch(() => undefined);
    },
  };
}

async function openClient({ region, endpoint, credentials }: S3Options): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Compatible servers have no virtual-hosted buckets, and do not support AWS's newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: S3_ATTEMPTS,
    requestHandler: {
      connectionTimeout: S3_CONNECT_MS,
      socketTimeout: S3_IDLE_MS,
      requestTimeout: S3_RESPONSE_MS,
      throwOnRequestTimeout: true,
    },
  });
  return { sdk, client };
}

async function getObject(
  open: () => Promise<S3>,
  object: { Bucket: string; Key: string; Range?: string | undefined },
  abortSignal?: AbortSignal,
): Promise<Readable> {
  const { sdk, client } = await open();
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand(object), abortSignal ? { abortSignal } : {});
    // In Node.js the body is always a Node.js stream.
    return Body as Readable;
  } catch (cause) {
    throw cause instanceof sdk.NoSuchKey ? new MissingFileError(object.Key, { cause }) : cause;
  }
}

async function* listObjects(open: () => Promise<S3>, Bucket: string): AsyncGenerator<StoredFile> {
  const { sdk, client } = await open();
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, ContinuationToken }));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && LastModified && isKey(Key)) yield { key: Key, modifiedAt: LastModified };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

function ownAddress({ bucket, region, endpoint }: S3Options): string {
  return `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`;
}

import { open, type FileHandle } from 'node:fs/promises';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { S3_OPERATION_MS, S3_PART_BYTES } from '../limits.ts';

/** The SDK is loaded on first use: a service with local storage does not need it. */
export interface S3 {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
}

/** Where a file goes, and its headers. */
interface Target {
  Bucket: string;
  Key: string;
  ContentType: string;
  CacheControl: string;
}

/** Stores a local file as an object. A large one is sent in parts, of which one at a time is in memory. */
export async function uploadToS3(s3: S3, target: Target, path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > S3_PART_BYTES) await uploadParts(s3, target, file, size);
    else {
      const put = new s3.sdk.PutObjectCommand({ ...target, Body: await file.readFile() });
      await s3.client.send(put, { abortSignal: deadline() });
    }
  } finally {
    await file.close();
  }
}

async function uploadParts(
  { sdk, client }: S3,
  target: Target,
  file: FileHandle,
  size: number,
): Promise<void> {
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target), {
    abortSignal: deadline(),
  });
  const upload = { Bucket, Key, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += S3_PART_BYTES) {
      const PartNumber = Parts.length + 1;
      const Body = await readPart(file, start, Math.min(S3_PART_BYTES, size - start));
      const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body });
      const { ETag } = await client.send(part, { abortSignal: deadline() });
      Parts.push({ ETag, PartNumber });
    }
    const complete = new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    await client.send(complete, { abortSignal: deadline() });
  } catch (error) {
    const abort = new sdk.AbortMultipartUploadCommand(upload);
    await client.send(abort, { abortSignal: deadline() }).catch(() => undefined);
    throw error;
  }
}

async function readPart(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(bytes);
  for (let read = 0; read < bytes;) {
    const { bytesRead } = await file.read(part, read, bytes - read, start + read);
    if (bytesRead === 0) throw new Error('the file became shorter while it was uploaded');
    read += bytesRead;
  }
  return part;
}

/** The time for one request to S3. */
export function deadline(): AbortSignal {
  return AbortSignal.timeout(S3_OPERATION_MS);
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import type * as z from 'zod';
import type { Contract } from '@kitroom/shared';
import type { CachedResponse } from '../cache/cache.ts';
import type { Database } from '../database/database.ts';
import { Reply, type IdempotentWrite, type ReceivedFile, type RequestContext } from './endpoint.ts';
import { toTaggedResponse } from './send-reply.ts';

/** A request with an `Idempotency-Key`. Requests with the same hash have the same method, URL and content. */
export interface KeyedRequest {
  key: string;
  hash: Buffer;
  context: RequestContext;
}

/** A response as it is stored: its body is JSON. */
export interface StoredReply extends Pick<CachedResponse, 'body' | 'etag'> {
  status: number;
}

/** Stores the responses of a service to requests with an `Idempotency-Key`. */
export interface ReplyStore {
  /** The response to an equal request of the caller; throws a 422 if another request had the same key. */
  find(request: KeyedRequest): Promise<StoredReply | undefined>;
  /** See `Once.claim`. */
  claim(transaction: Database, request: KeyedRequest): Promise<void>;
  keep(transaction: Database, request: KeyedRequest, reply: StoredReply): Promise<void>;
}

const HEADER = 'idempotency-key';

/** A key has 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = /^[!-~]{1,255}$/;

/** The `Idempotency-Key` of a request to an endpoint that takes one; an issue if it is invalid. */
export function readIdempotencyKey(
  { takesIdempotencyKey = false }: Contract,
  { headers }: Pick<IncomingMessage, 'headers'>,
): string | z.core.$ZodIssue | undefined {
  const key = takesIdempotencyKey ? headers[HEADER]?.toString() : undefined;
  if (key === undefined || IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  const message = 'Ensure this header has 1 to 255 visible ASCII characters.';
  return { code: 'custom', path: ['Idempotency-Key'], message, input: key };
}

/**
 * Handles a request and stores its response, unless an equal request was completed: then returns the stored
 * response. Also checks after an error, which an equal request may have caused, for example by deleting the
 * record.
 */
export async function handleIdempotently(
  store: ReplyStore,
  request: KeyedRequest,
  { status, handle }: { status: number; handle: (once: IdempotentWrite) => Promise<unknown> },
): Promise<unknown> {
  const once: IdempotentWrite = {
    claim: (transaction) => store.claim(transaction, request),
    async keep(transaction, reply) {
      const stored = toTaggedResponse(reply);
      await store.keep(transaction, request, { status, ...stored });
      return new Reply(reply.body, { status, stored });
    },
  };
  const earlier = await replay(store, request);
  if (earlier) return earlier;
  try {
    return await handle(once);
  } catch (error) {
    const reply = await replay(store, request);
    if (reply) return reply;
    throw error;
  }
}

async function replay(store: ReplyStore, request: KeyedRequest): Promise<Reply | undefined> {
  const stored = await store.find(request);
  const headers = { 'Idempotent-Replayed': 'true' };
  return stored && new Reply(undefined, { status: stored.status, headers, stored });
}

/** The hashes of the JSON of requests that have a key. */
const digests = new WeakMap<IncomingMessage, Buffer>();

/** Stores the hash of the bytes of a JSON body, before it is parsed. */
export function digestJson(request: IncomingMessage, _response: ServerResponse, bytes: Buffer): void {
  if (request.headers[HEADER] !== undefined) digests.set(request, hashOf(bytes));
}

/** Hashes the method, URL and content of a request whose body was received. */
export async function hashRequest(request: Request, file: ReceivedFile | undefined): Promise<Buffer> {
  const { method, originalUrl } = request;
  const [path = '', query = ''] = originalUrl.split(/\?(.*)/s);
  const json = digests.get(request)?.toString('hex');
  const content = json ?? [sortFields(request.body), file && (await hashFile(file.path))];
  // Every path is accepted with and without its trailing slash.
  return hashOf(JSON.stringify([method, path.replace(/\/$/, ''), query, content]));
}

/**
 * Repetitions of a form may order its fields differently; the order of the values of a field is significant.
 */
function sortFields(form: unknown): Array<[string, unknown]> {
  return Object.entries(form ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function hashOf(content: Buffer | string): Buffer {
  return createHash('sha256').update(content).digest();
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

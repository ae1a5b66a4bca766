import type { BodyOf, Contract, InputOf } from '@kitroom/shared';
import type { CachedResponse } from '../cache/cache.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { FileReply } from './file-reply.ts';

/** An uploaded file. It and everything else in its folder are deleted after the response. */
export interface ReceivedFile {
  path: string;
  /** In bytes. */
  size: number;
  /** The file name that the client gave: for display, never for use in a path. */
  name: string;
}

/** Properties of a request that its handler gets in addition to the validated input. */
export interface RequestContext {
  /** The base of links in the response. */
  baseUrl: string;
  /** The full URL as the client sees it, with its query. */
  url: string;
  /** The client's address, according to the trusted proxies. */
  address: string;
  /** Values set by the service's guards. */
  locals: Readonly<Record<string, unknown>>;
  /** A logger that adds the request id. */
  log: Logger;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** `If-Match`: the entity tags of the record that the client intends to change. */
  ifMatch: string | undefined;
  /** The uploaded file, if any. */
  file?: ReceivedFile;
  /** Set if the request has an `Idempotency-Key`; to be called in the transaction of its write. */
  once?: IdempotentWrite;
}

/** Stores the response to a request in the transaction of its write, so that the write is never repeated. */
export interface IdempotentWrite {
  /**
   * Call before the write. Throws a 409 if an equal request is being processed, or was completed in the
   * meantime.
   */
  claim(transaction: Database): Promise<void>;
  /** Call after the write. Returns the reply for the handler to return. */
  keep(transaction: Database, reply: Reply): Promise<Reply>;
}

/**
 * A response other than a plain body. Default status: that of the contract. A stream body is sent as it
 * arrives.
 */
export class Reply {
  readonly status: number | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it was built from data that another response left in the cache. */
  readonly isCached: boolean;
  /** The version of the record that it shows, from `versionOf`; the first part of its entity tag. */
  readonly version: string | undefined;
  /** The body as it is sent, if it is stored. */
  readonly stored: CachedResponse | undefined;

  constructor(
    body: unknown,
    options: {
      status?: number;
      headers?: Record<string, string>;
      isCached?: boolean;
      version?: string | undefined;
      stored?: CachedResponse;
    } = {},
  ) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
    this.isCached = options.isCached ?? false;
    this.version = options.version;
    this.stored = options.stored;
  }
}

/** The body of an endpoint's success; nothing for a 204. */
type Success<C extends Contract> =
  BodyOf<C, keyof C['responses'] & (200 | 201 | 202)> | (204 extends keyof C['responses'] ? void : never);

/** Handles a request; returns the body, a Reply, or a stored file. `permitted` is what `permit` returned. */
type Handler<C extends Contract, Permitted> = (
  input: InputOf<C>,
  request: RequestContext,
  permitted: Permitted,
) => Promise<Success<C> | Reply | FileReply> | Success<C> | Reply | FileReply;

/**
 * Throws if the caller lacks permission for the resource in the path; returns a value for the handler. Runs
 * before the query and body are validated, so that permission errors come first.
 */
type Permit<C extends Contract, Permitted> = (
  params: InputOf<C>['params'],
  request: RequestContext,
) => Promise<Permitted> | Permitted;

/**
 * Validates a file; returns an error message, or undefined. Runs together with the rest of the validation, so
 * that one response reports all errors.
 */
type FileCheck = (file: ReceivedFile) => Promise<string | undefined>;

/**
 * Additional body validation; returns errors by field. Receives the body as sent, possibly invalid. Runs
 * together with the rest of the validation, so that one response reports all errors.
 */
type BodyCheck = (
  sent: unknown,
  request: RequestContext,
) => Promise<Readonly<Record<string, readonly string[]>>>;

/** The values of the record that a request changes, as a GET returns them. Sent unchanged, they are valid. */
type StoredValues<Permitted> = (
  permitted: Permitted,
  request: RequestContext,
) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;

/** A contract and its handler. */
export interface Endpoint {
  contract: Contract;
  handle: (input: never, request: RequestContext, permitted: never) => unknown;
  permit?: (params: never, request: RequestContext) => unknown;
  stored?: StoredValues<never>;
  checkFile?: FileCheck;
  checkBody?: BodyCheck;
  /** For a cached response: the names of the data in it. */
  tags: readonly string[];
}

/** Pairs a contract with its handler; cached responses need tags that invalidate them. */
export function endpoint<const C extends Contract, Permitted = undefined>(
  contract: C,
  handle: Handler<C, Permitted>,
  options: {
    tags?: readonly string[];
    permit?: Permit<C, Permitted>;
    stored?: StoredValues<Permitted>;
    checkFile?: FileCheck;
    checkBody?: BodyCheck;
  } = {},
): Endpoint {
  const { tags = [], ...checks } = options;
  return { contract, handle, tags, ...checks };
}

import type { BodyOf, Contract, InputOf } from '@kitroom/shared';
import type { Logger } from '../telemetry/logger.ts';

/** A file that came with a form. It is gone once the request is answered, and so is all else in its folder. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** What the client calls it: for people, never for a path. */
  name: string;
}

/** What a handler may know of the request besides its validated input. */
export interface RequestContext {
  /** The address that links in the answer start with. */
  baseUrl: string;
  /** The whole address that was asked for, as clients see it, with its query. */
  url: string;
  /** The client's address, as far as the proxies in front are trusted. */
  address: string;
  /** What the service's guards have left for its handlers. */
  locals: Readonly<Record<string, unknown>>;
  /** Logs with the request's id. */
  log: Logger;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** The file of an endpoint that takes one, if one was sent. */
  file?: ReceivedFile;
}

/** An answer that is more than a body with status 200; a body that is a stream is sent as it comes. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a 200 gets an entity tag; one that is different each time needs none. */
  readonly isTagged: boolean;

  constructor(
    body: unknown,
    options: { status?: number; headers?: Record<string, string>; isTagged?: boolean } = {},
  ) {
    this.body = body;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.isTagged = options.isTagged ?? true;
  }
}

/** Answers a request: the body of a 200, or a Reply. */
export type Handler<C extends Contract> = (
  input: InputOf<C>,
  request: RequestContext,
) => Promise<BodyOf<C> | Reply> | BodyOf<C> | Reply;

/**
 * Throws where the caller may not do this to what the path names. It runs before the query and the body are
 * looked at: who may not change a record is told that, whatever they sent.
 */
export type Permit<C extends Contract> = (
  params: InputOf<C>['params'],
  request: RequestContext,
) => Promise<void> | void;

/**
 * What is wrong with a file; undefined where nothing is. It is asked together with the rest of the input, so that
 * everything wrong is told at once.
 */
export type FileCheck = (file: ReceivedFile) => Promise<string | undefined>;

/**
 * What else is wrong with a body, by field; it gets the body as it was sent, whatever that is. It is asked together
 * with the rest of the input, so that everything wrong is told at once.
 */
export type BodyCheck = (
  sent: unknown,
  request: RequestContext,
) => Promise<Readonly<Record<string, readonly string[]>>>;

/** A contract and what answers it. */
export interface Endpoint {
  contract: Contract;
  handle: (input: never, request: RequestContext) => unknown;
  permit?: (params: never, request: RequestContext) => unknown;
  checkFile?: FileCheck;
  checkBody?: BodyCheck;
  /** For a cached answer: the names of what it shows. */
  tags: readonly string[];
}

/** Pairs a contract with its handler; an answer with a lifetime tells by tags what ends it. */
export function endpoint<const C extends Contract>(
  contract: C,
  handle: Handler<C>,
  options: {
    tags?: readonly string[];
    permit?: Permit<C>;
    checkFile?: FileCheck;
    checkBody?: BodyCheck;
  } = {},
): Endpoint {
  const { tags = [], ...checks } = options;
  return { contract, handle, tags, ...checks };
}

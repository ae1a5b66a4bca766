import type { BodyOf, Contract, InputOf } from '@kitroom/shared';
import type { Logger } from './logger.ts';

/** What a handler may know of the request besides its validated input. */
export interface RequestContext {
  /** The address that links in the answer start with. */
  baseUrl: string;
  /** The client's address, as far as the proxies in front are trusted. */
  address: string;
  /** What the service's guards have left for its handlers. */
  locals: Readonly<Record<string, unknown>>;
  /** Logs with the request's id. */
  log: Logger;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** An answer that is more than a body with status 200. */
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

/** A contract and what answers it. */
export interface Endpoint {
  contract: Contract;
  handle: (input: never, request: RequestContext) => unknown;
  permit?: (params: never, request: RequestContext) => unknown;
  /** For a cached answer: the names of what it shows. */
  tags: readonly string[];
}

/** Pairs a contract with its handler; an answer with a lifetime tells by tags what ends it. */
export function endpoint<const C extends Contract>(
  contract: C,
  handle: Handler<C>,
  options: { tags?: readonly string[]; permit?: Permit<C> } = {},
): Endpoint {
  const { tags = [], permit } = options;
  return { contract, handle, tags, ...(permit && { permit }) };
}

import { createHash } from 'node:crypto';
import type { Request } from 'express';
import session from 'express-session';

type Done = Parameters<session.Store['get']>[1];

/**
 * Stores sessions under the hashes of their ids, so that read access to the database is not enough to hijack one. Ids
 * have 192 random bits, so an unsalted hash is enough.
 */
export class HashedSessionStore extends session.Store {
  readonly #inner: session.Store;

  constructor(inner: session.Store) {
    super();
    this.#inner = inner;
  }

  override createSession(request: Request, data: session.SessionData) {
    return this.#inner.createSession(request, data);
  }

  override get(id: string, done: Done): void {
    this.#inner.get(hashId(id), done);
  }

  override set(id: string, data: session.SessionData, done?: (error?: unknown) => void): void {
    this.#inner.set(hashId(id), data, done);
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    this.#inner.destroy(hashId(id), done);
  }
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

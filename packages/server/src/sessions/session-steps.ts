import type { Request } from 'express';
import { csrfTokenOf } from './csrf-token.ts';

/** Replaces the request's session with an empty one under a new id, to prevent session fixation. */
export function renewSession(request: Request): Promise<void> {
  return toPromise((done) => request.session.regenerate(done));
}

/**
 * Saves the session now instead of with the response, and creates its CSRF token first: express-session saves a renewed
 * session again with the response, which could overwrite a token created for the browser's next request.
 */
export function saveSession(request: Request): Promise<void> {
  csrfTokenOf(request.session);
  return toPromise((done) => request.session.save(done));
}

export function endSession(request: Request): Promise<void> {
  return toPromise((done) => request.session.destroy(done));
}

function toPromise(act: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => (error ? reject(error) : resolve()));
  });
}

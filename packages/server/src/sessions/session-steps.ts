import type { Request } from 'express';
import { csrfTokenOf } from './csrf-token.ts';

/** Gives the request an empty session under a new id: whoever knew the old one has nothing. */
export function renewSession(request: Request): Promise<void> {
  return settle((done) => request.session.regenerate(done));
}

/**
 * Saves the session now, and not with the answer. It has its CSRF token from then on: express-session saves a renewed
 * session once more with the answer, perhaps after the browser's next page has been given a token, which would be lost.
 */
export function saveSession(request: Request): Promise<void> {
  csrfTokenOf(request.session);
  return settle((done) => request.session.save(done));
}

/** Ends the session. */
export function endSession(request: Request): Promise<void> {
  return settle((done) => request.session.destroy(done));
}

function settle(act: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => (error ? reject(error) : resolve()));
  });
}

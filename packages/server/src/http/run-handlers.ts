import type { Request, RequestHandler, Response } from 'express';

/** Runs handlers one after another, as a router does, but without matching paths. `fail` gets what one of them throws. */
export function runHandlers(
  handlers: readonly RequestHandler[],
  request: Request,
  response: Response,
  fail: (error: unknown) => void,
): void {
  let at = 0;
  const next = (error?: unknown): void => {
    const handler = handlers[at];
    at += 1;
    if (error !== undefined) fail(error);
    else if (handler) void run(() => handler(request, response, next), fail);
  };
  next();
}

async function run(work: () => unknown, fail: (error: unknown) => void): Promise<void> {
  try {
    const running = work();
    if (running instanceof Promise) await running;
  } catch (error) {
    fail(error);
  }
}

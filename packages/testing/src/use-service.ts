import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface Closable {
  close(): Promise<void>;
}

/** What the hooks of the current test file have started, in that order. */
const started: Array<Closable | undefined> = [];

/**
 * Starts something before the tests of a file, or before each of them, and closes it after them; the last one
 * started is closed first. It can be used in hooks and tests only.
 */
export function useService<T extends Closable>(start: () => Promise<T>, before: 'all' | 'each' = 'all'): T {
  let service: T | undefined;
  const [open, close] = before === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  open(async () => {
    const place = started.push(undefined) - 1;
    service = undefined;
    service = await start();
    started[place] = service;
  });
  close(() => started.pop()?.close());
  return new Proxy({} as T, {
    get(_target, key) {
      if (!service) throw new Error('the hook that starts the service has not run yet');
      return service[key as keyof T];
    },
    set(_target, key, value) {
      if (!service) return false;
      return Reflect.set(service, key, value);
    },
  });
}

/** Starts things in the tests of a file, and ends them after the test. */
export function useStarter<Values extends unknown[], T>(
  start: (...values: Values) => Promise<T>,
  end: (one: T) => Promise<unknown>,
): (...values: Values) => Promise<T> {
  const running: T[] = [];
  afterEach(() => Promise.all(running.splice(0).map(end)));
  return async (...values) => {
    const one = await start(...values);
    running.push(one);
    return one;
  };
}

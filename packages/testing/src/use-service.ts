import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface Closable {
  close(): Promise<void>;
}

/** Services that the hooks of the current test file started, in order. */
const started: Array<Closable | undefined> = [];

/**
 * Starts a service before the tests of a file, or before each test, and closes it afterwards, in reverse
 * order. The result is usable only in hooks and tests.
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

/** Lets the tests of a file start services, which are closed after each test. */
export function useStarter<Values extends unknown[], T>(
  start: (...values: Values) => Promise<T>,
  end: (service: T) => Promise<unknown>,
): (...values: Values) => Promise<T> {
  const running: T[] = [];
  afterEach(() => Promise.all(running.splice(0).map(end)));
  return async (...values) => {
    const service = await start(...values);
    running.push(service);
    return service;
  };
}

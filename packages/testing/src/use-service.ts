import { afterAll, beforeAll } from '@jest/globals';

/** Starts something before the tests of a file, and closes it after them; it can be used in hooks and tests only. */
export function useService<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  let service: T | undefined;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service?.close());
  return new Proxy({} as T, {
    get(_target, key) {
      if (!service) throw new Error('beforeAll has not started the service yet');
      return service[key as keyof T];
    },
  });
}

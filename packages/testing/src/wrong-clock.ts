import { existsSync, writeFileSync } from 'node:fs';

/**
 * Debian's libfaketime, which shifts the clock of one process while it runs; undefined where it is not
 * installed.
 */
export const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find(existsSync);

/**
 * The clock of one process: the variables to start it with, and how to set it while it runs. A monotonic
 * clock jumps too if so told, as if the time had passed.
 */
export function createWrongClock(file: string, { isMonotonic = false } = {}) {
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  set(0);
  const env = {
    LD_PRELOAD: FAKETIME ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: isMonotonic ? '0' : '1',
  };
  return { env, set };
}

/** Jest's environment for scripts/jest-native-runtime.mjs: tests run in the worker's own globals. */
export default class NativeEnvironment {
  // Separate from globalThis, so that globals set by Jest do not affect the worker.
  global = { console };

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {}
}

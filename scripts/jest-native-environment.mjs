/** Jest's environment for scripts/jest-native-runtime.mjs: tests run in the worker's own globals. */
export default class NativeEnvironment {
  // What Jest sets there stays there.
  global = { console };

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {}
}

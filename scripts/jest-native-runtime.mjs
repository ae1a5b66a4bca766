// Jest's `runtime`, which loads test files. Jest's own runtime creates a module graph in a VM context for
// each file, which costs seconds per file. Here Node.js loads modules itself, once per worker, as in
// production. Module state is therefore shared by a worker's files: a test that changes it must restore it.
import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);
const NAMES = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'test'];

/** The globals of the current test file. */
let globals;
let runs = 0;

// Modules shared by test files are loaded once, but each file has its own `describe` and `expect`.
const current = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _this, values) => globals[name](...values),
    get: (_target, key) => globals[name][key],
  });
globalThis[Symbol.for('kitroom.jest-globals')] = {
  ...Object.fromEntries(NAMES.map((name) => [name, current(name)])),
  jest: new ModuleMocker(globalThis),
};

const GLOBALS_URL = 'kitroom:jest-globals';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS_URL, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === GLOBALS_URL
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export const { jest, ${NAMES.join(', ')} } = globalThis[Symbol.for('kitroom.jest-globals')];`,
        }
      : next(url, context),
});

// Agenda keeps a timer for ten seconds after each job, for which a stopping service does not wait. Jest waits
// for workers to exit, and kills them with a warning if they do not. Exiting despite timers avoids the
// warning unless a worker holds other resources, such as sockets.
const CHILD_MESSAGE_END = 2;
const TIMERS_AND_STREAMS = new Set(['Timeout', 'PipeWrap', 'TTYWrap']);
process.on('message', function endWorker([type]) {
  if (type !== CHILD_MESSAGE_END) return;
  process.off('message', endWorker);
  setInterval(() => {
    const held = process.getActiveResourcesInfo().filter((name) => !TIMERS_AND_STREAMS.has(name));
    // nock keeps the handles of closed sockets.
    // oxlint-disable-next-line eslint/no-underscore-dangle -- Node.js has no public list of handles
    const ended = process._getActiveHandles().filter(({ destroyed }) => destroyed);
    if (held.length <= ended.length) process.exit();
  }, 50).unref();
});

/** The part of `jest-runtime` that Jest uses for ES module tests. */
export default class NativeRuntime {
  /** Loads Jest's own code, again for each test file because it stores the file's tests. */
  requireInternalModule(path) {
    const folder = dirname(path) + sep;
    for (const loaded of Object.keys(require.cache)) {
      if (loaded.startsWith(folder)) delete require.cache[loaded];
    }
    return require(path);
  }

  setGlobalsForRuntime(values) {
    globals = values;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Loads a test file, or a set-up file that runs before it. */
  unstable_importModule(path) {
    runs += 1;
    return import(`${pathToFileURL(path).href}?run=${runs}`);
  }

  requireModule(path) {
    return require(path);
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return {};
  }

  enterTestCode() {}

  leaveTestCode() {}

  /** Writes the compile cache now, because Jest kills workers that it replaces. */
  teardown() {
    flushCompileCache();
  }
}

// Jest's `runtime`: loads the test files. Jest's own one gives each file a module graph of its own in a VM context, which
// costs seconds per file. Here Node.js loads the modules itself, once per worker, as in production. So module state is
// shared by the files of a worker: a test that changes any restores it.
import { createRequire, registerHooks } from 'node:module';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);
const NAMES = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'test'];

/** Of the file that is being run. */
let globals;
let runs = 0;

// Modules that several test files share are loaded once, but each file has a `describe` and an `expect` of its own.
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

/** The part of `jest-runtime` that Jest calls for test files that are ES modules. */
export default class NativeRuntime {
  /** Jest's own code: anew for each file, as it keeps the file's tests. */
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

  /** A test file, or one that is to run before each of them. */
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

  teardown() {}
}

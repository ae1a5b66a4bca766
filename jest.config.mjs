import { availableParallelism } from 'node:os';

/** Of `npm test`: all tests but the slow ones, which `npm run test:slow` runs (jest.slow.config.mjs). */
export default {
  runtime: '<rootDir>/scripts/jest-native-runtime.mjs',
  testEnvironment: '<rootDir>/scripts/jest-native-environment.mjs',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/scripts/jest-require-assertions.mjs'],
  globalSetup: '<rootDir>/packages/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.ts',
  testSequencer: '<rootDir>/scripts/jest-sequencer.mjs',
  reporters: ['default', '<rootDir>/scripts/summary-reporter.mjs'],
  // One more than there are cores: a third of the time, a test waits for a server or a timer.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // Jest keeps the modules of finished files for a while; a worker that has grown is replaced.
  workerIdleMemoryLimit: '1200MB',
  // How long workers may take to end before they are killed with a warning. A worker of several hundred
  // megabytes that holds nothing takes up to half a second on a busy machine, Jest's default: the system has
  // to free its memory, and one that is replaced after its last file has to start first.
  workerGracefulExitTimeout: 10_000,
  // Real servers on a busy machine take their time.
  testTimeout: 60_000,
};

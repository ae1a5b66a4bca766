import slow from './jest.slow.config.mjs';

/** The tests of both services over HTTP, slow ones included: `npm run test:slow` runs them against PostgreSQL 15. */
export default {
  ...slow,
  roots: ['<rootDir>/services'],
  testMatch: ['**/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    ...slow.testPathIgnorePatterns,
    // To a browser, an encoder, a command line and a measurement all versions of PostgreSQL are alike.
    'browser\\.slow\\.test\\.ts$',
    '/(photo-[a-z]+|import-scale)\\.slow\\.test\\.ts$',
    '/(command-line|[a-z]+-commands)\\.(slow\\.)?test\\.ts$',
    // Several processes send the statements that the tests of one process send.
    '/([a-z]+-)?processes\\.slow\\.test\\.ts$',
    // No statements, or none but those of other tests: configuration, headers, limits, storages, pictures, a catalogue that is away.
    '/(config|config-errors|cors|docs|openapi|security-headers)\\.test\\.ts$',
    '/(rate-limit|throttles)(-redis)?\\.test\\.ts$',
    '/(storage|s3-storage|local-storage|photo-pictures|photo-refusals|photo-slow-uploads)\\.test\\.ts$',
    '/collection/test/archive-(away|breaker|limit|log|redis)\\.test\\.ts$',
  ],
};

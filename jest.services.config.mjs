import slow from './jest.slow.config.mjs';

/** The tests of both services over HTTP, slow ones included: `npm run test:slow` runs them against PostgreSQL 15. */
export default {
  ...slow,
  roots: ['<rootDir>/services'],
  testMatch: ['**/test/**/*.test.ts'],
  // To a browser, an encoder, a command line and a measurement all versions of PostgreSQL are alike.
  testPathIgnorePatterns: [
    ...slow.testPathIgnorePatterns,
    'browser\\.slow\\.test\\.ts$',
    '/(photo-[a-z]+|import-scale)\\.slow\\.test\\.ts$',
    '/(command-line|[a-z]+-commands|processes)\\.(slow\\.)?test\\.ts$',
  ],
};

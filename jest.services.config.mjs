import fast from './jest.config.mjs';

/** The tests of both services over HTTP: `npm run test:slow` runs them against PostgreSQL 15. */
export default {
  ...fast,
  roots: ['<rootDir>/services'],
  testMatch: ['**/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    // The slow ones send the statements of the others: more of them, or from several processes.
    ...fast.testPathIgnorePatterns,
    // To a command line all versions of PostgreSQL are alike.
    '/(command-line|[a-z]+-commands)\\.test\\.ts$',
    // No statements, or none but those of other tests: configuration, headers, limits, storages, refused
    // photos, pages of accounts, an unavailable catalogue.
    '/(config|config-errors|cors|docs|openapi|broken-requests|hostile-bodies)\\.test\\.ts$',
    '/(rate-limit|throttles|cache)(-redis)?\\.test\\.ts$',
    '/pages-[a-z-]+\\.test\\.ts$',
    '/(storage|s3-storage|local-storage|photo-refusals|photo-slow-uploads)\\.test\\.ts$',
    '/collection/test/archive-(unavailable|breaker|limit|log|redis)\\.test\\.ts$',
  ],
};

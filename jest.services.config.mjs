import fast from './jest.config.mjs';

/** Tests of which the product sends no statement that it does not send for other tests as well. */
const REPEATED = [
  // Configuration, headers, limits, storages, refused photos, pages of accounts, an unavailable catalogue.
  '(config|config-errors|cors|docs|openapi|broken-requests|hostile-bodies)',
  '(rate-limit|throttles|cache)(-redis)?',
  'pages-[a-z-]+',
  '(storage|s3-storage|local-storage|photo-refusals|photo-slow-uploads)',
  'collection/test/archive-(unavailable|breaker|limit|log|redis)',
  // What one test does for all contracts, columns or failures.
  '(privacy-matrix|documented-errors|failing-reads|inputs|wrong-values|cache-tags|cache-changes|export-every-field)',
  '(secrets-in-logs|log-lines|metrics-database|idempotency-failures|below-a-path|health|export|index-building)',
  // Files that are imported, mirrored or scraped: what they contain.
  'import-(sheets|languages|not-owned|hostile|archive|s3|ids|stored-values|reading|currency|defaults|properties)',
  '(user-limits-imports|hostile-cells|mirror-hostile-source|archive-pace|avif-priority)',
  // Who has signed in, and what is sent to whom.
  '(admin-sign-in|api-keys|account-mails|account-sign-ins-logged|shared-password|second-factor-sign-in)',
  '(social-providers|social-refused)',
  // Words, which the index in memory knows.
  '(name-search|kits-search-mistakes|random-lists|random-entries|kit-picture)',
];

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
    ...REPEATED.map((names) => `/${names}\\.test\\.ts$`),
  ],
};

import fast from './jest.config.mjs';

/** Of `npm run test:slow`: the tests that take long or need much. */
export default {
  ...fast,
  testMatch: ['**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};

import { availableParallelism } from 'node:os';
import fast from './jest.config.mjs';

/** Of `npm run test:slow`: the tests that take long or need much. */
export default {
  ...fast,
  testMatch: ['**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // They keep a core busy, with several processes each.
  maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
};

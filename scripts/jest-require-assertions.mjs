import { beforeEach, expect } from '@jest/globals';

// Otherwise, a test with its expectations in a loop over an empty list would always pass.
// oxlint-disable-next-line jest/no-standalone-expect -- counts the expectations of each test
beforeEach(() => expect.hasAssertions());

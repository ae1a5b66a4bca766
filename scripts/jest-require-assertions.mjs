import { beforeEach, expect } from '@jest/globals';

// A test whose expectations stand in a loop over nothing passes otherwise, whatever the code does.
// oxlint-disable-next-line jest/no-standalone-expect -- counts the expectations of each test
beforeEach(() => expect.hasAssertions());

import Sequencer from '@jest/test-sequencer';

/** The order of tests: first those that take two minutes or more, then those of both services together. */
const FIRST = [
  /\/(apps|check|collector|everywhere|fuzz|images|items|screens|scrape-processes)\.slow\./,
  /\/(tests|packages\/devstack)\//,
  /./,
];

/** Runs long tests first, because a long test at the end would leave the other workers idle. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Jest's class, not of an array
    const sorted = super.sort(tests);
    const rank = ({ path }) => FIRST.findIndex((paths) => paths.test(path));
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}

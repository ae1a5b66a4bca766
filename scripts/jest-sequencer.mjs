import Sequencer from '@jest/test-sequencer';

/** Which tests run first, those of two minutes and more before those of both services together. */
const FIRST = [
  /\/(apps|check|collector|everywhere|fuzz|images|items|screens|scrape-processes)\.slow\./,
  /\/(tests|packages\/devstack)\//,
  /./,
];

/** Runs long tests first: one of them alone at the end would leave the other workers idle. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's, of a class that is no array
    const sorted = super.sort(tests);
    const rank = ({ path }) => FIRST.findIndex((paths) => paths.test(path));
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

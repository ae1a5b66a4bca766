import Sequencer from '@jest/test-sequencer';

/** Runs the tests of both services together first: one of them alone at the end would leave the other workers idle. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => /\/(tests|packages\/devstack)\//.test(path);
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's, of a class that is no array
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}

import Sequencer from '@jest/test-sequencer';

/** Take two minutes and more, most of them waiting: the last one to start would leave the other workers idle. */
const LONGEST =
  /\/(fuzz|everywhere|screens|collector|soak|outages|scarcity|rolling-restart|scrape-processes|import-scale)\.slow\./;
/** Tests of both services together. */
const LONG = /\/(tests|packages\/devstack)\//;

/** Runs the longest tests first: one of them alone at the end would leave the other workers idle. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => (LONGEST.test(path) ? 0 : LONG.test(path) ? 1 : 2);
    const ranks = Object.values(Object.groupBy(super.sort(tests), rank));
    return ranks.flat();
  }
}

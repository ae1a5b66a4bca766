// Ends the tests' output with one line that CI reads.
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    // A file that could not even be loaded counts as one failed test: nobody knows how many it holds.
    const broken = results.testResults.filter((file) => file.testExecError && file.numFailingTests === 0);
    const failed = results.numFailedTests + broken.length;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `Tests: ${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`;
    // Jest adds its own summary after all other reporters.
    process.once('exit', () => process.stderr.write(line));
  }
}

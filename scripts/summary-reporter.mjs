// Prints a final summary line for CI.
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    // A file that could not be loaded counts as one failed test, because its number of tests is unknown.
    const broken = results.testResults.filter((file) => file.testExecError && file.numFailingTests === 0);
    const failed = results.numFailedTests + broken.length;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `Tests: ${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`;
    // Jest prints its own summary after all other reporters.
    process.once('exit', () => process.stderr.write(`Time zone: TEST_TIME_ZONE=${process.env.TZ}\n${line}`));
  }
}

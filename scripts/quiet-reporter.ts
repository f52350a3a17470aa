import type { SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';

/** Prints only failures. On a terminal it also shows the progress while the tests run. A run that tests nothing fails. */
export default class QuietReporter extends DefaultReporter {
  protected override printTestModule(testModule: TestModule): void {
    if (testModule.state() === 'failed') super.printTestModule(testModule);
  }

  protected override printTestCase(moduleState: ReturnType<TestModule['state']>, test: TestCase): void {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const untested = modules.filter((module) => module.state() === 'skipped');
    // `-t NAME` leaves most files without a test, and must find one in some file.
    const isFiltered = this.ctx.getGlobalTestNamePattern() !== undefined;
    if (untested.length === 0 || (isFiltered && untested.length < modules.length)) return;

    const files = untested.map(({ relativeModuleId }) => relativeModuleId).join(', ');
    this.ctx.logger.error(`No test ran in ${files}. \`npm run test:all\` has all tests.`);
    process.exitCode = 1;
  }
}

import type { TestCase, TestModule } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';

/** Lists what fails, and nothing of what passes. A terminal also shows the progress while the tests run. */
export default class QuietReporter extends DefaultReporter {
  protected override printTestModule(testModule: TestModule): void {
    if (testModule.state() === 'failed') super.printTestModule(testModule);
  }

  protected override printTestCase(moduleState: ReturnType<TestModule['state']>, test: TestCase): void {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
  }
}

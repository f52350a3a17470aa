import type { TestCase, TestModule } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';

/** Prints only failures. On a terminal it also shows the progress while the tests run. */
export default class QuietReporter extends DefaultReporter {
  protected override printTestModule(testModule: TestModule): void {
    if (testModule.state() === 'failed') super.printTestModule(testModule);
  }

  protected override printTestCase(moduleState: ReturnType<TestModule['state']>, test: TestCase): void {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
  }
}

import { startAction } from './hosts/action/main.ts';
import { actionsRunner } from './hosts/action/runner.ts';

await startAction(actionsRunner());

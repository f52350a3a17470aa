import { workflowRun } from '../github/scene.ts';
import type { WorkflowRun } from '../real/act.ts';
import type { Story } from './story.ts';
import { main, runWorkflow } from './workflow.ts';

/** The branch is in the repository itself, not in a fork. */
const ofOwn = { head_repository: { full_name: 'acme/infra' } };

/** Runs the workflows of a push to a pull request: the review, which may only read, and then the comment. Returns the review's output. */
export async function review(story: Story): Promise<WorkflowRun> {
  const { world, pull } = story;
  const payload = { action: 'synchronize', number: pull!.number, pull_request: await world.github.pull(pull!.number) };
  const said = await runWorkflow(story, {
    name: 'plumbline',
    event: 'pull_request',
    payload,
    sha: pull!.merge,
    permissions: { contents: 'read', pull_requests: 'read' },
  });
  const ofComment = await runWorkflow(story, {
    name: 'plumbline-comment',
    event: 'workflow_run',
    payload: { ...main, ...(workflowRun(pull!, ofOwn) as object) },
    sha: pull!.base,
    permissions: { contents: 'read', pull_requests: 'write', checks: 'write' },
  });
  if (!ofComment.isSuccess) throw new Error(`the comment cannot be written:\n${ofComment.log.slice(-3000)}`);
  return said;
}

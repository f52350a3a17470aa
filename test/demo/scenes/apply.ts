import { allow } from '../../real/merge-scene.ts';
import type { Story } from '../story.ts';
import { main, runWorkflow } from '../workflow.ts';

/** The plan is approved, the pull request is merged, and the gated apply runs. */
export async function approvalAndApply(story: Story): Promise<void> {
  const { narrator, world, pull, digest } = story;
  const { github, provider, cluster, authenticator } = world;
  narrator.scene('Trent approves the plan, and Ada merges');
  allow(github, pull!.head);
  story.merged = github.git.commit(story.branch, [pull!.base, pull!.head]);
  github.merges.merge(pull!.number, story.merged);
  const apply = () =>
    runWorkflow(story, {
      name: 'plumbline-apply-production',
      event: 'push',
      sha: story.merged,
      payload: { ...main, before: pull!.base, after: story.merged },
      permissions: { contents: 'read', pull_requests: 'read' },
    });
  const exists = async (): Promise<boolean> =>
    (await cluster.server.request('GET', '/apis/karpenter.sh/v1/nodepools/reports')).status === 200;
  const early = await apply();
  narrator.claim('merged without an approval, nothing is applied', !early.isSuccess && !(await exists()));
  await github.say('trent', pull!.number, `approve ${digest}`);
  narrator.tell(`trent writes: approve ${digest.slice(0, 12)}…, and the job runs again.`);
  const said = await apply();
  if (!said.isSuccess) narrator.show(said.log.split('\n').slice(-30).join('\n'), 30);
  narrator.claim('the apply uses exactly the approved plan', said.isSuccess && said.outputs['plan-digest'] === digest);
  narrator.claim(
    'Karpenter reports that NodePool reports is Ready, and the job waited for that',
    said.outputs['apply-result'] === 'applied' && (await exists()),
  );
  const caller = authenticator.callers.at(-1) ?? '';
  narrator.claim(
    `the job came as ${caller.split('/').slice(-2).join('/')}, with no stored secret`,
    /assumed-role\/plumbline-production\//.test(caller),
  );
  narrator.claim('no token appears in its log', !provider.issued.some((token) => shownTo(said.log).includes(token)));
  story.main = story.branch;
}

/** GitHub's runner does not show the command that hides a value. */
const shownTo = (log: string): string =>
  log
    .split('\n')
    .filter((line) => !line.includes('"command":"add-mask"'))
    .join('\n');

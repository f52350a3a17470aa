import { deployClaims } from '../../aws/identity-provider.ts';
import { bring } from '../cluster.ts';
import type { Story } from '../story.ts';
import { main, runWorkflow } from '../workflow.ts';

/** A manual edit is found as drift, and the issue closes once it is reverted. */
export async function drift(story: Story): Promise<void> {
  const { narrator, world } = story;
  const { github, provider, cluster } = world;
  narrator.scene('At night somebody edits the NodePool manually');
  provider.claims = { ...deployClaims, sub: 'repo:acme/infra:environment:production-drift' };
  const pool = story.main['pools/reports.yaml']!;
  const look = () =>
    runWorkflow(story, {
      name: 'plumbline-drift-production',
      event: 'schedule',
      payload: main,
      sha: story.merged,
      permissions: { contents: 'read', issues: 'write' },
    });
  narrator.tell('$ kubectl edit nodepool reports    # limits.cpu: 64 → 640');
  await bring(cluster, pool.replace('cpu: 64', 'cpu: 640'), 'kubectl-edit');
  const found = await look();
  const [issue] = await github.issues('open');
  if (issue) narrator.show(`#${issue.number} ${issue.title}\n${issue.body}`, 6);
  narrator.claim('the scheduled job found one object with drift', found.outputs['drifted-objects'] === '1');
  narrator.claim('it opened an issue that names the field', /spec\.limits\.cpu/.test(issue?.body ?? ''));
  await bring(cluster, pool, 'kubectl-edit');
  const again = await look();
  narrator.claim(
    'after the edit is reverted, the next run closes the issue',
    again.isSuccess && (await github.issues('open')).length === 0,
  );
}

import type { Settings } from '../engine/karpenter/api/settings.ts';
import { shortId } from '../engine/text/words/short-id.ts';
import type { KubeClient } from '../io/kube/client.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { reviewMerged } from '../review/merged-review.ts';
import { type ApplyRequest, resourceKey } from './apply-request.ts';
import { type ApprovedPlan, reportedPlan } from './approved-plan.ts';
import { guardVerdict } from './guard.ts';
import { pathOf } from './live-object.ts';
import { quotedResource } from './readiness.ts';

/** A cluster without a recorded commit, and the commit that it is assumed to match. */
interface AssumedBase {
  readonly store: CommitStore;
  readonly environment: string;
  readonly base: string;
  readonly paths: readonly string[];
  readonly settings: Settings;
  readonly client: KubeClient;
  readonly schemaOf: ApplyRequest['schemaOf'];
}

/**
 * How the cluster differs from a commit, apart from the objects of the plan, which the guard compares. Before the first apply,
 * this is the only check that no earlier change is missing: with a wrong base, an empty plan would look like "nothing to do".
 */
export async function baseDifferences(assumed: AssumedBase, { plan }: ApprovedPlan): Promise<string[]> {
  const { store, environment, base, paths, settings, client, schemaOf } = assumed;
  const whole = reportedPlan(
    await reviewMerged(store, { base: null, head: base, paths, isWhole: false }, settings),
    environment,
  );

  const assumption = `the cluster does not record which commit it matches, so \`${shortId(base)}\` is assumed`;

  if (whole.digest === null)
    return whole.problems.map((problem) => `${assumption}. A plan at that commit is not possible: ${problem}`);

  const planned = new Set((plan.digest === null ? [] : plan.objects).map(({ resource }) => resourceKey(resource)));
  const lines: string[] = [];

  for (const object of whole.objects) {
    if (planned.has(resourceKey(object.resource))) continue;

    const live = await client.get(pathOf(object.resource));
    const context = { schema: schemaOf(object.resource), between: [], recorded: undefined };
    if (guardVerdict(object, live, context).state === 'done') continue;

    const difference = live ? 'differs from that commit' : 'is in that commit and not in the cluster';

    lines.push(
      `${assumption}. ${quotedResource(object.resource)} ${difference}. Set \`base\` to the commit that the cluster matches`,
    );
  }

  return lines;
}

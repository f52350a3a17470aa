import type { Settings } from '../engine/api/settings.ts';
import { shortId } from '../engine/text/short-id.ts';
import type { KubeClient } from '../io/kube/client.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { type ApplyRequest, resourceKey } from './apply-request.ts';
import { type ApprovedPlan, reportedPlan } from './approved-plan.ts';
import { guardVerdict } from './guard.ts';
import { pathOf } from './live-object.ts';
import { reviewMerged } from './merged-review.ts';
import { quotedResource } from './readiness.ts';

/** A cluster that does not say where it is, and the commit that somebody thinks it is at. */
export interface AssumedBase {
  readonly store: CommitStore;
  readonly environment: string;
  readonly base: string;
  readonly paths: readonly string[];
  readonly settings: Settings;
  readonly client: KubeClient;
  readonly schemaOf: ApplyRequest['schemaOf'];
}

/**
 * Where the cluster is not what a commit says, apart from the objects of the plan, which the guard looks at. Before the first apply
 * nothing else shows that no earlier change is missing: an empty plan on a wrong base would pass for "nothing to do".
 */
export async function baseDifferences(assumed: AssumedBase, { plan }: ApprovedPlan): Promise<string[]> {
  const { store, environment, base, paths, settings, client, schemaOf } = assumed;
  const whole = reportedPlan(
    await reviewMerged(store, { base: null, head: base, paths, isWhole: false }, settings),
    environment,
  );
  const where = `the cluster does not say which commit it is at, and at \`${shortId(base)}\``;
  if (whole.digest === null) return whole.problems.map((problem) => `${where} ${problem}`);
  const planned = new Set((plan.digest === null ? [] : plan.objects).map(({ resource }) => resourceKey(resource)));
  const lines: string[] = [];
  for (const object of whole.objects) {
    if (planned.has(resourceKey(object.resource))) continue;
    const live = await client.get(pathOf(object.resource));
    const context = { schema: schemaOf(object.resource), between: [], recorded: undefined };
    if (guardVerdict(object, live, context).state === 'done') continue;
    lines.push(
      `${where} ${quotedResource(object.resource)} ${live ? 'is another one' : 'should be in it'}: name the right \`base\``,
    );
  }
  return lines;
}

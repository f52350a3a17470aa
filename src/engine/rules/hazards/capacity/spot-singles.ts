import type { EstimateResult } from '../../../cluster/cost/estimate-cost.ts';
import { manifestDiagnostic } from '../../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, type Manifest } from '../../../manifest/model/manifest.ts';
import { type Diagnostic, nameInNamespace } from '../../../text/diagnostic.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';

type Placed = EstimateResult['estimate']['base'];

interface SpotSides {
  readonly head: ManifestSet;
  readonly result: EstimateResult;
}

/**
 * Workloads with a single pod that runs on demand before the change and on spot after it. AWS takes a spot node with two minutes’ notice, and no
 * PodDisruptionBudget holds it. Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html
 */
export function spotSingles({ head, result }: SpotSides): readonly Diagnostic[] {
  const { base: before, head: after } = result.estimate;
  const [old, now] = [podsByCapacity(before), podsByCapacity(after)];

  const singles = head.manifests.filter((manifest) => {
    const key = `${manifest.kind}/${manifest.namespace ?? 'default'}/${manifest.name}`;
    const [earlier, later] = [old.get(key), now.get(key)];
    return isSteady(manifest) && earlier?.spot === 0 && earlier.others > 0 && later?.spot === 1 && later.others === 0;
  });
  const [first] = singles;
  if (first === undefined) return [];

  const titles = singles.map(titleText);
  const zonal = singles.filter(hasOwnVolumes).map(titleText);
  const count = singles.length;

  return [
    manifestDiagnostic(first, {
      code: 'disruption/single-replica',
      severity: 'note',
      isProminent: true,
      at: ['spec', 'replicas'],
      message: `The only ${byCount(count, 'pod', 'pods')} of ${firstNames(titles)} then ${byCount(count, 'runs', 'run')} on spot. AWS can take the node with two minutes’ notice, and no PodDisruptionBudget holds ${byCount(count, 'it', 'them')}${textIf(zonal.length > 0, `. EBS volumes of ${firstNames(zonal)} also need spot capacity in their own zone`)}`,
      help: 'Let these pods select `karpenter.sh/capacity-type: on-demand`, or run two or more replicas on different nodes.',
    }),
  ];
}

const titleText = (manifest: Manifest): string => `${manifest.kind} ${quoted(nameInNamespace(manifest))}`;

/** Whether the pod is there all the time. Jobs end by themselves. */
const isSteady = ({ kind }: Manifest): boolean => kind === 'Deployment' || kind === 'StatefulSet' || kind === 'Rollout';

const hasOwnVolumes = (manifest: Manifest): boolean =>
  asList(manifest.get(['spec', 'volumeClaimTemplates'])).length > 0;

interface PodCounts {
  readonly spot: number;
  readonly others: number;
}

/** Workload → how many of its pods run on spot nodes and on others. */
function podsByCapacity(placement: Placed): ReadonlyMap<string, PodCounts> {
  const counts = new Map<string, PodCounts>();

  for (const { capacityType, workloads } of (placement?.nodePools ?? []).flatMap(({ nodeClaims }) => nodeClaims))
    for (const [workload, pods] of Object.entries(workloads)) {
      const { spot, others } = counts.get(workload) ?? { spot: 0, others: 0 };
      const isSpot = capacityType === 'spot';
      counts.set(workload, { spot: spot + (isSpot ? pods : 0), others: others + (isSpot ? 0 : pods) });
    }

  return counts;
}

import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { workloadKeyOf } from '../../cluster/provisioning/pods/owner-references.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { SimulatedChange } from './change-seen.ts';

/** Workloads whose pods Karpenter's nodes run before the change, and that afterwards require nodes which are in no file. */
export function departedPods({ before, after, result }: SimulatedChange): readonly Diagnostic[] {
  const counted = new Map(before.workloads.workloads.map((workload) => [workload.key, workload]));
  const labels = result.headSimulator?.launching.foreignLabels ?? [];

  return after.workloads.uncounted.flatMap(({ manifest, why }): Diagnostic[] => {
    const key = workloadKeyOf(manifest);
    const pods = counted.get(key)?.replicas.likely ?? 0;
    const required = why === 'managed-group' && pods > 0 ? requiredNode(manifest, labels) : undefined;
    if (required === undefined) return [];

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/other-nodes',
        severity: 'note',
        at: required.path,
        message: `${plural(pods, 'pod')} of ${quoted(key)} ${byCount(pods, 'leaves', 'leave')} Karpenter’s nodes: ${byCount(pods, 'it requires', 'they require')} ${quoted(required.text)}, which no node in these files has. Without such a node, ${byCount(pods, 'it stays', 'they stay')} pending`,
        help: 'Make sure that the cluster has such nodes and that they have room. The figures count neither them nor these pods.',
      }),
    ];
  });
}

interface RequiredNode {
  readonly path: Path;
  readonly text: string;
}

/** The field of a workload that requires a node which Karpenter does not launch. */
function requiredNode(manifest: Manifest, labels: readonly string[]): RequiredNode | undefined {
  const [workload] = workloadsOf({ manifests: [manifest] });
  if (workload === undefined) return undefined;

  const pod = [...workload.template, 'spec'];
  const textAt = (path: Path): string | undefined => asText(manifest.get(path));
  const nodeName = textAt([...pod, 'nodeName']);
  if (nodeName !== undefined) return { path: [...pod, 'nodeName'], text: `nodeName: ${nodeName}` };

  for (const label of labels) {
    const path = [...pod, 'nodeSelector', label];
    const value = textAt(path);
    if (value !== undefined) return { path, text: `${label}: ${value}` };
  }

  const required = JSON.stringify(manifest.get([...pod, 'affinity']) ?? null);
  const label = labels.find((name) => required.includes(`"${name}"`));
  if (label === undefined) return undefined;
  return { path: [...pod, 'affinity'], text: label };
}

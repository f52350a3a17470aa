import {
  hasKarpenterObjects,
  namespaceOf,
  type WorkloadField,
  workloadsOf,
} from '../../../karpenter/workloads/workload-fields.ts';
import { replaceValue } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asText, groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { didYouMean } from '../../../text/nearest.ts';
import { folderOf } from '../../../text/source.ts';
import { type Example, yaml } from '../example.ts';
import { looksMisspelled } from '../fields/misspelled.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const scaleTargetRule = defineRule({
  id: 'scale-target',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { report }) {
      if (!hasKarpenterObjects(all)) return;

      const targets = targetsOf(all);
      for (const target of targets) {
        const meant = workloadMeant(target, all, targets);
        if (meant === undefined) continue;

        const { manifest, kind, name } = target;
        const field = meant.kind === kind ? 'name' : 'kind';
        const right = meant[field];

        report({
          manifest,
          at: manifest.span([...targetPath, field]),
          message: `${manifest.kind} \`${manifest.name}\` scales ${kind} \`${name}\`, which is not among these manifests. Nothing scales ${meant.kind} \`${meant.name}\``,
          help: didYouMean(right),
          labels: [{ span: meant.span(['metadata', 'name']), message: 'may be the workload that is meant' }],
          fix: {
            description: `Replace with \`${right}\``,
            edits: replaceValue(manifest, [...targetPath, field], right),
          },
        });
      }
    },
  },
  docs: {
    summary: 'An autoscaler names a workload that does not exist, and a workload with a similar name has none.',
    why: 'A HorizontalPodAutoscaler or a ScaledObject of KEDA with another name or kind in `scaleTargetRef` scales nothing, and nobody notices until the load comes. The workload keeps the pods that it has. Reported only if a workload of the same namespace and folder has the same name and another kind, or a name with one other letter, and no other autoscaler scales it.',
    help: 'Correct `scaleTargetRef`.',
    url: 'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
  },
  examples,
});

const targetPath: Path = ['spec', 'scaleTargetRef'];
const scalable: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet']);

/** What an autoscaler scales. */
interface ScaleTarget {
  /** The autoscaler. */
  readonly manifest: Manifest;
  readonly kind: string;
  readonly name: string;
}

/** The targets that are known, of autoscalers for workloads of Kubernetes. */
function targetsOf({ manifests }: ManifestSet): readonly ScaleTarget[] {
  return manifests.flatMap((manifest) => {
    const group = groupOf(manifest.apiVersion);
    const isAutoscaler =
      (manifest.kind === 'HorizontalPodAutoscaler' && group === 'autoscaling') ||
      (manifest.kind === 'ScaledObject' && group === 'keda.sh');
    if (!isAutoscaler || manifest.isPartial || hasPlaceholder(manifest.get(targetPath))) return [];

    const kind = asText(manifest.get([...targetPath, 'kind'])) ?? 'Deployment';
    const name = asText(manifest.get([...targetPath, 'name'])) ?? '';
    if (hasPlaceholder(kind) || hasPlaceholder(name) || name === '') return [];
    return [{ manifest, kind, name }];
  });
}

/** Objects of one namespace and folder: the same names elsewhere belong to other clusters. */
const isBeside = (a: Manifest, b: Manifest): boolean =>
  namespaceOf(a) === namespaceOf(b) && folderOf(a.source.file) === folderOf(b.source.file);

/** The only workload that an autoscaler with a wrong target can mean; undefined if its target is there or may be elsewhere. */
function workloadMeant(
  { manifest, kind, name }: ScaleTarget,
  all: ManifestSet,
  targets: readonly ScaleTarget[],
): Manifest | undefined {
  if (!scalable.has(kind)) return undefined;

  const isNamed = (candidate: Manifest): boolean => candidate.kind === kind && candidate.name === name;
  if (all.manifests.some(isNamed)) return undefined;

  const meant = workloadsOf(all)
    .map((workload: WorkloadField) => workload.manifest)
    .filter((candidate) => scalable.has(candidate.kind) && isBeside(candidate, manifest))
    .filter((candidate) => {
      if (candidate.kind === kind) return looksMisspelled(name, candidate.name);
      return candidate.name === name;
    })
    .filter((candidate) => !targets.some((other) => other.kind === candidate.kind && other.name === candidate.name));

  if (meant.length === 1) return meant[0];
  return undefined;
}

const workload = (kind: string): Example => yaml`
  apiVersion: apps/v1
  kind: ${kind}
  metadata:
    name: web
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const scaler = (kind: string, name: string): Example => yaml`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    minReplicas: 2
    maxReplicas: 10
    scaleTargetRef:
      apiVersion: apps/v1
      kind: ${kind}
      name: ${name}
`;

function examples(): RuleExamples {
  return {
    bad: [
      together(nodePool(), workload('Deployment'), scaler('Deployment', 'webb')),
      together(nodePool(), workload('Deployment'), scaler('StatefulSet', 'web')),
    ],
    good: [
      together(nodePool(), workload('Deployment'), scaler('Deployment', 'web')),
      together(nodePool(), workload('Deployment'), scaler('Deployment', 'redis')),
      together(nodePool(), workload('Deployment'), scaler('Deployment', 'web'), scaler('Deployment', 'wed')),
    ],
  };
}

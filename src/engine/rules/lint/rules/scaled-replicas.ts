import { hasKarpenterObjects, namespaceOf } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asMapping, asText, groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { groupBy } from '../../../text/group-by.ts';
import { folderOf } from '../../../text/source.ts';
import { byCount, plural } from '../../../text/words/plural.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const scaledReplicasRule = defineRule({
  id: 'scaled-replicas',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { report }) {
      if (!hasKarpenterObjects(all)) return;

      const autoscalers = autoscalersOf(all);
      if (autoscalers.size === 0 || isIgnored(all)) return;

      const isArgo = hasApplications(all);

      for (const workload of all.manifests.filter(setsReplicas)) {
        const replicas = Number(workload.get(replicasPath));
        const autoscaler = autoscalers.get(keyOf(workload, workload.kind, workload.name))?.[0];
        if (autoscaler === undefined || isFixed(autoscaler, replicas)) continue;

        // Whoever applies by hand sees what happens.
        const tool = toolOf(workload, isArgo);
        if (tool === undefined) continue;

        const name = `${workload.kind} \`${workload.name}\``;

        report({
          manifest: workload,
          at: workload.keySpan(replicasPath),
          message: `${autoscaler.kind} \`${autoscaler.name}\` sets the number of pods of ${name}, and \`replicas: ${replicas}\` sets it, too. ${resets(tool, replicas)}`,
          labels: [{ span: autoscaler.span(targetPath), message: 'the autoscaler' }],
          help: `Remove \`replicas\` from ${name}, so that only the autoscaler sets it.`,
        });
      }
    },
  },
  docs: {
    summary: 'A workload has `replicas`, and an autoscaler sets the number of its pods.',
    why: 'Each time Argo CD or Flux applies the workload, its number of pods goes back to `replicas`. The autoscaler then needs minutes to correct it. Until then there are too few pods, and Karpenter removes nodes that it launches again. Not reported if no file shows Argo CD or Flux, if Argo CD ignores `replicas`, or if the autoscaler allows no other number.',
    help: 'Remove `replicas` from the workload.',
    url: 'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#migrating-deployments-and-statefulsets-to-horizontal-autoscaling',
  },
  examples,
});

const replicasPath: Path = ['spec', 'replicas'];
const targetPath: Path = ['spec', 'scaleTargetRef'];

/**
 * What Flux applies only once, or only in part. Source:
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
 */
const fluxAnnotation: Path = ['metadata', 'annotations', 'kustomize.toolkit.fluxcd.io/ssa'];

/** Whether a workload sets a number of pods, which whatever applies it would set again. Terraform may ignore it. */
function setsReplicas(workload: Manifest): boolean {
  const isScalable =
    (groupOf(workload.apiVersion) === 'apps' && (workload.kind === 'Deployment' || workload.kind === 'StatefulSet')) ||
    (groupOf(workload.apiVersion) === 'argoproj.io' && workload.kind === 'Rollout');
  if (!isScalable || workload.isPartial || workload.source.origin?.tool === 'terraform') return false;
  if (workload.get(['spec', 'template']) === undefined || workload.get(fluxAnnotation) !== undefined) return false;
  return typeof workload.get(replicasPath) === 'number';
}

/** Objects of one namespace and folder: the same names elsewhere belong to other clusters. */
const keyOf = (manifest: Manifest, kind: string, name: string): string =>
  JSON.stringify([folderOf(manifest.source.file), namespaceOf(manifest), kind, name]);

/** The autoscalers whose target and bounds are known, by their target. */
function autoscalersOf({ manifests }: ManifestSet): ReadonlyMap<string, readonly Manifest[]> {
  const autoscalers = manifests.filter((manifest) => {
    const group = groupOf(manifest.apiVersion);
    const isAutoscaler =
      (manifest.kind === 'HorizontalPodAutoscaler' && group === 'autoscaling') ||
      (manifest.kind === 'ScaledObject' && group === 'keda.sh');
    const annotations = asMapping(manifest.get(['metadata', 'annotations'])) ?? {};
    const isPaused = Object.keys(annotations).some((key) => key.startsWith('autoscaling.keda.sh/paused'));
    return isAutoscaler && !isPaused && !manifest.isPartial && !hasPlaceholder(manifest.get(targetPath));
  });

  return groupBy(autoscalers, (manifest) => {
    // KEDA scales Deployments if nothing else is said.
    const kind = asText(manifest.get([...targetPath, 'kind'])) ?? 'Deployment';
    return keyOf(manifest, kind, asText(manifest.get([...targetPath, 'name'])) ?? '');
  });
}

/** Whether an autoscaler allows only this number of pods. */
const isFixed = (autoscaler: Manifest, replicas: number): boolean =>
  [
    ['minReplicas', 'minReplicaCount'],
    ['maxReplicas', 'maxReplicaCount'],
  ].every((fields) => fields.some((field) => autoscaler.get(['spec', field]) === replicas));

/** Whether Argo CD ignores the number of pods of some workloads, in an Application or for all of them. */
const isIgnored = ({ manifests }: ManifestSet): boolean =>
  manifests.some(
    (manifest) =>
      (groupOf(manifest.apiVersion) === 'argoproj.io' || manifest.name === 'argocd-cm') &&
      /ignoreDifferences/.test(JSON.stringify(manifest.object)) &&
      /spec[/.]replicas|managedFieldsManagers/.test(JSON.stringify(manifest.object)),
  );

const hasApplications = ({ manifests }: ManifestSet): boolean =>
  manifests.some(
    ({ kind, apiVersion }) =>
      (kind === 'Application' || kind === 'ApplicationSet') && groupOf(apiVersion) === 'argoproj.io',
  );

/** What applies a workload again without a person, as far as the files show. */
function toolOf({ source }: Manifest, isArgo: boolean): 'Argo CD' | 'Flux' | undefined {
  if (/^(?:Kustomization|HelmRelease) /.test(source.origin?.root ?? '')) return 'Flux';
  if (isArgo) return 'Argo CD';
  return undefined;
}

function resets(tool: string, replicas: number): string {
  return `Each time ${tool} applies it, there ${byCount(replicas, 'is', 'are')} ${plural(replicas, 'pod')} again`;
}

const workload = (replicas: string): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    ${replicas}
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

const autoscaler = (minReplicas: number): Example => yaml`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    minReplicas: ${String(minReplicas)}
    maxReplicas: 10
    scaleTargetRef:
      apiVersion: apps/v1
      kind: Deployment
      name: web
`;

const scaledObject = yaml`
  apiVersion: keda.sh/v1alpha1
  kind: ScaledObject
  metadata:
    name: web
  spec:
    maxReplicaCount: 10
    scaleTargetRef:
      name: web
    triggers:
      - type: cron
        metadata:
          timezone: Etc/UTC
          start: 0 6 * * *
          end: 0 20 * * *
          desiredReplicas: "10"
`;

const application = yaml`
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata:
    name: shop
    namespace: argocd
  spec:
    project: default
    destination:
      server: https://kubernetes.default.svc
    source:
      repoURL: https://git.example.com/shop.git
      path: shop
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(together(nodePool(), application, workload('replicas: 3'), autoscaler(2)), { 'replicas: 3': '' }),
      corrected(together(nodePool(), application, workload('replicas: 3'), scaledObject), { 'replicas: 3': '' }),
    ],
    good: [
      together(nodePool(), application, workload(''), autoscaler(2)),
      together(nodePool(), workload('replicas: 3'), autoscaler(2)),
      together(nodePool(), application, workload('replicas: 10'), autoscaler(10)),
    ],
  };
}

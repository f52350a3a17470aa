import {
  hasKarpenterObjects,
  namespaceOf,
  type WorkloadField,
  workloadsOf,
} from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { defaultRequests } from '../../../manifest/objects/limit-range.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { folderOf } from '../../../text/source.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const hpaUtilizationRule = defineRule({
  id: 'hpa-utilization',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { report }) {
      if (!hasKarpenterObjects(all)) return;

      const defaults = defaultRequests(all.manifests);
      for (const metric of utilizationMetrics(all)) {
        const { manifest, resource, path } = metric;
        const workload = targetOf(manifest, all);
        if (workload === undefined || resource in (defaults.get(workload.namespace) ?? {})) continue;

        const index = containerWithout(workload, metric);
        if (index === undefined) continue;

        const { kind, name } = workload.manifest;
        const container = [...workload.template, 'spec', 'containers', index, 'name'];
        const title = resource === 'cpu' ? 'CPU' : resource;
        const outcome = metric.isOnly ? 'and never scales' : 'so it never scales down';

        report({
          manifest,
          at: manifest.span(path),
          message: `Container \`${asText(workload.manifest.get(container))}\` of ${kind} \`${name}\` requests no ${title}. HorizontalPodAutoscaler \`${manifest.name}\` cannot work out the utilization of its pods, ${outcome}`,
          help: `Set \`resources.requests.${resource}\` in every container of the pods, or use \`averageValue\`.`,
          labels: [{ span: workload.manifest.span(container), message: 'has no request' }],
        });
      }
    },
  },
  docs: {
    summary: 'An autoscaler scales by the utilization of a resource that a container does not request.',
    why: 'Utilization is a share of the request. If one container of a pod has none, the HorizontalPodAutoscaler reports `FailedGetResourceMetric` and does not scale. With other metrics, it still scales up by those, and never down. A limit counts as a request, and so do the defaults of a LimitRange among the manifests. Not reported if a VerticalPodAutoscaler sets the requests.',
    help: 'Set the request in every container, or use `averageValue`.',
    url: 'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
  },
  examples,
});

/** A metric by which a HorizontalPodAutoscaler compares the use of a resource with its request. */
interface UtilizationMetric {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly resource: 'cpu' | 'memory';
  /** The container of a `ContainerResource`; undefined for all containers. */
  readonly container: string | undefined;
  readonly isOnly: boolean;
}

function utilizationMetrics({ manifests }: ManifestSet): readonly UtilizationMetric[] {
  return manifests.flatMap((manifest) => {
    const isScaler = manifest.kind === 'HorizontalPodAutoscaler' && groupOf(manifest.apiVersion) === 'autoscaling';
    if (!isScaler || manifest.isPartial || holdsPlaceholder(manifest.get(['spec']) ?? null)) return [];

    const percentage: Path = ['spec', 'targetCPUUtilizationPercentage'];
    if (manifest.get(percentage) !== undefined)
      return [{ manifest, path: percentage, resource: 'cpu' as const, container: undefined, isOnly: true }];

    const metrics = asList(manifest.get(['spec', 'metrics']));

    return metrics.flatMap((metric, index): UtilizationMetric[] => {
      const type = asText(asMapping(metric)?.type);
      const field = type === 'ContainerResource' ? 'containerResource' : 'resource';
      const source = asMapping(asMapping(metric)?.[field]);
      const resource = asText(source?.name);
      const isUtilization = asMapping(source?.target)?.averageUtilization !== undefined;
      if ((resource !== 'cpu' && resource !== 'memory') || !isUtilization) return [];

      const path = ['spec', 'metrics', index, field, 'name'];
      return [{ manifest, path, resource, container: asText(source?.container), isOnly: metrics.length === 1 }];
    });
  });
}

/** The workload of an autoscaler, next to it; undefined if it is elsewhere, or if something else may set its requests. */
function targetOf(scaler: Manifest, all: ManifestSet): WorkloadField | undefined {
  const [kind, name] = ['kind', 'name'].map((field) => asText(scaler.get(['spec', 'scaleTargetRef', field])));

  const isTargeted = all.manifests.some(
    (manifest) =>
      manifest.kind === 'VerticalPodAutoscaler' && asText(manifest.get(['spec', 'targetRef', 'name'])) === name,
  );
  if (isTargeted) return undefined;

  return workloadsOf(all).find(
    ({ manifest, namespace }) =>
      manifest.kind === kind &&
      manifest.name === name &&
      namespace === namespaceOf(scaler) &&
      folderOf(manifest.source.file) === folderOf(scaler.source.file) &&
      !manifest.isPartial,
  );
}

/** The first container without a request; undefined if all have one, or if a part of the pod is unknown. */
function containerWithout({ manifest, template }: WorkloadField, metric: UtilizationMetric): number | undefined {
  const { resource, container } = metric;
  const spec = [...template, 'spec'];
  const containers = asList(manifest.get([...spec, 'containers'])).map(asMapping);
  const isUnknown = containers.some(
    (candidate) => candidate?.image === undefined || hasPlaceholder(candidate.resources),
  );
  const ofPod = asMapping(manifest.get([...spec, 'resources']));
  if (isUnknown || ofPod !== undefined) return undefined;

  const index = containers.findIndex((candidate) => {
    if (container !== undefined && candidate?.name !== container) return false;
    return ['requests', 'limits'].every((kind) => {
      const amounts = asMapping(candidate?.resources)?.[kind];
      return !hasPlaceholder(amounts) && asMapping(amounts)?.[resource] === undefined;
    });
  });

  if (index < 0) return undefined;
  return index;
}

const scaler = (target: Example): Example => yaml`
  apiVersion: autoscaling/v2
  kind: HorizontalPodAutoscaler
  metadata:
    name: web
  spec:
    minReplicas: 2
    maxReplicas: 10
    scaleTargetRef:
      apiVersion: apps/v1
      kind: Deployment
      name: web
    metrics:
      - type: Resource
        resource:
          name: cpu
          target:
            ${target}
`;

const workload = (requests: Example): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
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
                ${requests}
`;

function examples(): RuleExamples {
  const utilization = yaml`
    type: Utilization
    averageUtilization: 70
  `;
  const value = yaml`
    type: AverageValue
    averageValue: 500m
  `;
  const both = yaml`
    cpu: 100m
    memory: 100Mi
  `;

  return {
    bad: [
      corrected(
        together(nodePool(), workload(yaml`memory: 100Mi`), scaler(utilization)),
        { 'memory: 100Mi': 'memory: 100Mi\ncpu: 100m' },
        { 'type: Utilization': 'type: AverageValue', 'averageUtilization: 70': 'averageValue: 500m' },
      ),
    ],
    good: [
      together(nodePool(), workload(both), scaler(utilization)),
      together(nodePool(), workload(yaml`memory: 100Mi`), scaler(value)),
    ],
  };
}

import { readPodSpec } from '../../cluster/provisioning/pods/pod-spec.ts';
import { readCount } from '../../cluster/provisioning/pods/replicas.ts';
import type { PodSpec } from '../../karpenter/api/pod.ts';
import type { SystemPod } from '../../karpenter/cloud-provider/system-pod.ts';
import { helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { asMapping, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { karpenterController } from './documented-pods.ts';

const labels = { 'app.kubernetes.io/name': 'karpenter' };

/** The chart's own rule: one replica on a node, and none on nodes that Karpenter launches. */
const chartAffinity: PodSpec['affinity'] = {
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
    ],
  },
};

/**
 * Karpenter's own pods, as the chart's values in the repository define them. Without values, they have the requests of the installation
 * guide, and kOps runs Karpenter on the control plane.
 */
export function karpenterPods(manifests: readonly Manifest[], isKops: boolean): readonly SystemPod[] {
  const releases = helmReleasesOf({ files: [], manifests }).filter(({ chart }) => chart === 'karpenter');
  if (isKops && releases.length === 0) return [];

  const agreed = (...path: string[]): Value | undefined => {
    const settings = releases.flatMap(({ manifest, values }) => {
      const value = manifest.get([...values, ...path]);
      if (value === undefined) return [];
      return [value];
    });

    // Values of several environments may differ.
    const isAgreed = new Set(settings.map((value) => JSON.stringify(value))).size === 1;
    if (isAgreed && !holdsPlaceholder(settings[0]!)) return settings[0];
    return undefined;
  };

  const hasValues = releases.some(
    ({ manifest, values }) => Object.keys(asMapping(manifest.get(values)) ?? {}).length > 0,
  );
  const { name, requests, tolerations } = karpenterController;

  const written = readPodSpec({
    containers: [{ name: 'controller', resources: agreed('controller', 'resources') ?? {} }],
    ...fieldIfSet('nodeSelector', agreed('nodeSelector')),
    ...fieldIfSet('tolerations', agreed('tolerations')),
    ...fieldIfSet('affinity', agreed('affinity')),
  });

  const replicas = readCount(agreed('replicas'));
  const spec = { tolerations, ...written, affinity: { ...chartAffinity, ...written?.affinity } };
  const usual = [{ name: 'controller', resources: { requests } }];

  return [
    {
      name,
      namespace: 'karpenter',
      labels,
      replicas: typeof replicas === 'number' ? replicas : karpenterController.replicas!,
      spec: { ...spec, containers: (hasValues && written?.containers) || usual },
      usualSpec: { ...spec, containers: usual },
    },
  ];
}

/** A field of a pod, or nothing if no value sets it. */
const fieldIfSet = (key: string, value: Value | undefined): Record<string, Value> => {
  if (value === undefined) return {};
  return { [key]: value };
};

import { readMapping } from '../../../files/sources/repository/yaml-data.ts';
import { canonical } from '../../../manifest/canonical.ts';
import { asList, asMapping, asText, type Mapping } from '../../../manifest/model/manifest.ts';
import type { ArgumentDecision } from '../../../manifest/terraform/resources/resource-makers.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';

/** What a well-known chart does in a cluster, as the end of a clause about it. */
type Row = readonly [charts: RegExp, role: string];

/** Charts that run a pod on each node, decide about other pods, or are what others need. Source: the README of each chart. */
const roles: readonly Row[] = [
  [/^metrics-server$/, 'it tells autoscalers what pods use'],
  [/^cluster-autoscaler$/, 'it also adds and removes nodes'],
  [/^(?:vertical-pod-autoscaler|vpa)$/, 'it changes what pods request'],
  [/^keda$/, 'it sets the replicas of other workloads'],
  [/^descheduler$/, 'it evicts pods'],
  [/^aws-load-balancer-controller$/, 'it creates load balancers and changes pods when they are created'],
  [/^cert-manager$/, 'it gives certificates to webhooks'],
  [/^(?:kyverno|kyverno-policies|gatekeeper|kubewarden-\w+)$/, 'it checks and changes objects when they are created'],
  [/^(?:istiod|linkerd-control-plane)$/, 'it adds containers to pods'],
  [/^(?:istio-cni|cni|cilium|aws-vpc-cni|tigera-operator|calico|ztunnel)$/, 'it connects the pods of each node'],
  [
    /^(?:aws-ebs-csi-driver|aws-efs-csi-driver|aws-fsx-csi-driver|secrets-store-csi-driver\w*)$/,
    'it mounts volumes on each node',
  ],
  [
    /^(?:nvidia-device-plugin|gpu-operator|aws-neuron-device-plugin|aws-efa-k8s-device-plugin|amd-gpu)$/,
    'it makes devices of nodes available',
  ],
  [/^aws-node-termination-handler$/, 'it also drains nodes'],
  [
    /^(?:aws-for-fluent-bit|fluent-bit|fluentd|promtail|alloy|datadog|prometheus-node-exporter|node-problem-detector|falco|dcgm-exporter|kube-prometheus-stack|newrelic-bundle|nri-bundle|k8s-monitoring|dynatrace-operator)$/,
    'it runs a pod on each node',
  ],
];

const roleOf = (chart: string): string => {
  const role = roles.find(([charts]) => charts.test(chart))?.[1];
  if (role === undefined) return '';
  return ` (${role})`;
};

/** What the last keys of a value usually decide, whatever the chart is. */
const ofValues: readonly (readonly [keys: RegExp, (chart: string) => string])[] = [
  [
    /(?:^|\.)(?:replicas|replicaCount|minReplicas|maxReplicas|autoscaling\.enabled)$/,
    (chart) => `how many pods of ${chart} run`,
  ],
  [/(?:^|\.)resources(?:\.|$)/, (chart) => `what pods of ${chart} request`],
  [
    /(?:^|\.)(?:tolerations|nodeSelector|affinity|topologySpreadConstraints|priorityClassName|hostNetwork)(?:\.|$)/,
    (chart) => `on which nodes pods of ${chart} run`,
  ],
  [
    /(?:^|\.)(?:podDisruptionBudget|pdb|updateStrategy|strategy)(?:\.|$)/,
    (chart) => `how pods of ${chart} are replaced`,
  ],
  [/(?:^|\.)serviceAccount\.annotations(?:\.|$)|role-arn$/, (chart) => `which role in AWS pods of ${chart} have`],
  [/(?:^|\.)(?:enabled|create|install\w*)$/, (chart) => `whether a part of ${chart} is installed`],
];

/** What a field of a release decides whose chart is not here: its version, or one of its values by its keys. Undefined for other fields. */
export function decisionOfChart(chart: string | undefined, field: string): ArgumentDecision | undefined {
  if (chart === undefined || !/^[\w.-]{1,80}$/.test(chart)) return undefined;

  const name = quoted(chart);
  if (/(?:^|\.)(?:targetRevision|version|tag|semver)$/.test(field) && !/values/i.test(field))
    return { decides: `which version of ${name} runs${roleOf(chart)}` };

  if (/(?:^|\.)(?:values|valuesObject|set|set_list)$/.test(field))
    return { decides: `how ${name} works${roleOf(chart)}` };
  const value = /(?:^|\.)(?:values|valuesObject|valuesInline)\.(?<keys>.+)$/.exec(field)?.groups?.keys;
  if (value === undefined) return undefined;
  const decides = ofValues.find(([keys]) => keys.test(value))?.[1](name);
  return { decides: decides ?? `how ${name} works${roleOf(chart)}` };
}

/** Keys of a Chart.yaml that change nothing of what the chart renders to, unless its templates print them. */
const ownKeys = /^(?:version|appVersion|description|icon|home|sources|maintainers|keywords|annotations)$/;

/**
 * The charts of which a Chart.yaml asks for another version, if it changes nothing else of its dependencies and of itself. Undefined if it changes
 * anything else, or cannot be read.
 */
export function otherDependencies(
  before: string | undefined,
  after: string | undefined,
): readonly string[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [old, now] = [before, after].map(readMapping);
  if (old === undefined || now === undefined || !('data' in old) || !('data' in now)) return undefined;
  if (canonical(restOf(old.data)) !== canonical(restOf(now.data))) return undefined;

  const [earlier, later] = [old.data, now.data].map(({ dependencies }) =>
    asList(dependencies).map((dependency) => asMapping(dependency) ?? {}),
  );
  return later!.flatMap((dependency, index) => {
    if (canonical(dependency) === canonical(earlier![index] ?? null)) return [];
    return asText(dependency.name) ?? [];
  });
}

/** A Chart.yaml without its own version and those of its dependencies. */
function restOf({ dependencies, ...chart }: Mapping): Mapping {
  const content = Object.fromEntries(Object.entries(chart).filter(([key]) => !ownKeys.test(key)));
  const others = asList(dependencies).map((dependency) => {
    const { version: _, ...rest } = asMapping(dependency) ?? {};
    return rest;
  });
  return { ...content, dependencies: others };
}

/** What other versions of dependencies decide. */
export const decisionOfDependencies = (charts: readonly string[]): ArgumentDecision | undefined => {
  const [only, ...others] = charts;
  if (only === undefined) return undefined;
  if (others.length === 0) return decisionOfChart(only, 'version');
  return { decides: `which versions of ${firstNames(charts.map(quoted))} run` };
};

import { isObject, type Value } from '../../manifest/model/manifest.ts';
import { readMapping } from './repository/yaml-data.ts';

/** A setting of an object or of values of a chart that decides how many pods there are, what they request, or where they may run. */
export interface PodSetting {
  readonly path: readonly string[];
  readonly value: Value;
}

/** Keys that say how many pods there are, or how large the programs of Spark are. */
const counts =
  /^(?:(?:num(?:ber)?Of)?(?:replicas?|instances)|(?:replica|pod)Count|(?:min|max|desired|idle)Replica(?:s|Count)|(?:min|max|num|desired)(?:Runners|Workers|Executors)|parallelism|completions|suspend|cores|coreRequest|memoryOverhead|autoscaling\.knative\.dev\/(?:min|max|initial)-scale)$/i;
/** Keys that say where pods may run. */
const places =
  /^(?:nodeSelector|(?:node|pod|podAnti)?Affinity|tolerations|topologySpreadConstraints|priorityClassName|schedulerName|runtimeClassName)$/i;
/** Where `size` and `count` mean pods: LeaderWorkerSets, and node sets of Elasticsearch and others. */
const groups = /(?:^|\.)(?:leaderWorkerTemplate|nodeSets\.\d+|nodePools\.\d+|workers?)$/;
/** Resources that nodes have. Volume claims request storage in the same form. */
const nodeResource = /^(?:cpu|memory|ephemeral-storage|[a-z0-9.-]+\/\S+)$/;
/** Keys whose text is YAML. */
const inner = /^values(?:Content)?$/;

/** A fast check whether a text may contain such settings. */
export const mayHavePodSettings = (text: string): boolean =>
  /replica|instances|runners|workers|executors|nodeSets|requests|limits|nodeSelector|affinity|toleration|topologySpread|priorityClass|parallelism|-scale\b/i.test(
    text,
  );

/** How many values are searched, and how deep. Real ones are far smaller. */
const most = { values: 20_000, depth: 30 };

/** The settings of pods anywhere in a value, in its order. A value that is too large gives only its first settings. */
export function podSettings(value: unknown): readonly PodSetting[] {
  const settings: PodSetting[] = [];
  let valuesLeft = most.values;

  const visit = (node: Value | undefined, path: readonly string[]): void => {
    if (valuesLeft-- <= 0 || path.length > most.depth || node === undefined) return;

    const key = path.at(-1) ?? '';

    if (Array.isArray(node)) {
      for (const [at, item] of node.entries()) visit(item, [...path, `${at}`]);
      return;
    }

    if (isObject(node)) {
      const { name, value: set } = node;
      // Argo CD and helmfile set values by their path: `{name: resources.requests.cpu, value: 2}`.
      if (typeof name === 'string' && set !== undefined) visit(set, [...path, ...name.split('.')]);
      else for (const [step, item] of Object.entries(node)) visit(item, [...path, step]);
      return;
    }

    if (inner.test(key) && typeof node === 'string') {
      const read = readMapping(node);
      if ('data' in read) visit(read.data, path);
    } else if (isPodSetting(path)) settings.push({ path, value: node });
  };

  visit(value as Value, []);

  return settings;
}

function isPodSetting(path: readonly string[]): boolean {
  const key = path.at(-1)!;
  if (counts.test(key) || path.some((step) => places.test(step))) return true;
  const amounts = path.findLastIndex((step) => step === 'requests' || step === 'limits');
  if (amounts >= 0) return nodeResource.test(path.slice(amounts + 1).join('.'));
  if (key === 'size' || key === 'count') return groups.test(path.slice(0, -1).join('.'));
  return key === 'enabled' && /^(?:autoscaling|hpa|keda)$/i.test(path.at(-2) ?? '');
}

import type { ManifestSet } from '../../manifest/manifest-set.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Path,
  type Value,
} from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../text/own-value.ts';
import type { LabelSelector } from '../api/pod.ts';

/** An object that creates pods, or a pod. */
export interface WorkloadField {
  readonly manifest: Manifest;
  /** The path of the pod: `spec.template` of a Deployment, the root of a Pod. */
  readonly template: Path;
  readonly namespace: string;
}

const templates: Readonly<Record<string, { readonly group: string; readonly path: Path }>> = {
  CronJob: { group: 'batch', path: ['spec', 'jobTemplate', 'spec', 'template'] },
  DaemonSet: { group: 'apps', path: ['spec', 'template'] },
  Deployment: { group: 'apps', path: ['spec', 'template'] },
  Job: { group: 'batch', path: ['spec', 'template'] },
  Pod: { group: '', path: [] },
  ReplicaSet: { group: 'apps', path: ['spec', 'template'] },
  Rollout: { group: 'argoproj.io', path: ['spec', 'template'] },
  StatefulSet: { group: 'apps', path: ['spec', 'template'] },
};

/** The namespace. Without one it is `default`, as for `kubectl apply`. */
export const namespaceOf = ({ namespace }: Manifest): string => namespace ?? 'default';

/** Whether an object creates pods about which nothing is known here. */
export const isUnknownWorkload = (manifest: Manifest): boolean => {
  const shape = ownValue(templates, manifest.kind);
  if (shape?.group !== groupOf(manifest.apiVersion)) return false;

  return [['spec'], shape.path, [...shape.path, 'spec']].some((path) => hasPlaceholder(manifest.get(path)));
};

/** Everything that creates pods. A pod that already runs, with the name of a node, is not a workload. */
export function workloadsOf(all: Pick<ManifestSet, 'manifests'>): WorkloadField[] {
  return all.manifests.flatMap((manifest) => {
    const shape = ownValue(templates, manifest.kind);
    if (!shape || shape.group !== groupOf(manifest.apiVersion)) return [];
    if (!asMapping(manifest.get([...shape.path, 'spec']))) return [];
    if (manifest.kind === 'Pod' && manifest.get(['spec', 'nodeName']) !== undefined) return [];
    return [{ manifest, template: shape.path, namespace: namespaceOf(manifest) }];
  });
}

/** Whether the manifests contain objects of Karpenter. If not, rules report nothing about workloads. */
export const hasKarpenterObjects = (all: ManifestSet): boolean =>
  all.manifests.some(
    ({ kind, apiVersion }) => (kind === 'NodePool' || kind === 'Provisioner') && groupOf(apiVersion) === 'karpenter.sh',
  );

/** The labels of a workload's pods; undefined if a placeholder makes them unknown. */
export function podLabelsOf({ manifest, template }: WorkloadField): Readonly<Record<string, string>> | undefined {
  return textMap(manifest.get([...template, 'metadata', 'labels']));
}

function textMap(value: Value | undefined): Readonly<Record<string, string>> | undefined {
  if (hasPlaceholder(value)) return undefined;
  const entries = Object.entries(asMapping(value) ?? {}).map(([key, text]) => [key, asText(text) ?? ''] as const);
  if (entries.some(([key, text]) => hasPlaceholder(key) || hasPlaceholder(text))) return undefined;
  return Object.fromEntries(entries);
}

/** A label selector as the scheduler reads it; undefined if there is none, or if a part of it is unknown. */
export function selectorOf(manifest: Manifest, path: Path): LabelSelector | undefined {
  const selector = asMapping(manifest.get(path));
  const matchLabels = textMap(selector?.matchLabels);
  if (!selector || !matchLabels || manifest.isPartial) return undefined;
  if (hasPlaceholder(selector.matchExpressions)) return undefined;

  const matchExpressions = asList(selector.matchExpressions).map((expression) => {
    const { key, operator, values } = asMapping(expression) ?? {};
    return {
      key: asText(key) ?? '',
      operator: asText(operator) ?? '',
      values: asList(values).map((value) => asText(value) ?? ''),
    };
  });

  const texts = matchExpressions.flatMap(({ key, operator, values }) => [key, operator, ...values]);

  if (texts.some((text) => hasPlaceholder(text))) return undefined;
  return { matchLabels, matchExpressions };
}

/** Whether a workload selects an architecture, or tolerates the taint of one, as far as that is known. */
export function hasArchitectureChoice({ manifest, template }: WorkloadField): boolean {
  const { nodeSelector, affinity, tolerations } = asMapping(manifest.get([...template, 'spec'])) ?? {};
  if ([nodeSelector, affinity, tolerations].some((field) => hasPlaceholder(field))) return true;
  return /kubernetes\.io\/arch"|arm64/.test(JSON.stringify([nodeSelector, affinity, tolerations]));
}

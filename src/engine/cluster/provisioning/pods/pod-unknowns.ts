import { selects } from '../../../karpenter/api/label-selector.ts';
import type { Pod, PodAffinityTerm, PodSpec } from '../../../karpenter/api/pod.ts';
import { parseResource } from '../../../karpenter/api/quantity.ts';
import { isObject, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** The problem of an object that a kustomization changes which was not rendered: anything in its spec may be different. */
export const unrenderedProblem = { kind: 'placeholder', path: ['spec'] } as const;

/** Fields of a pod's spec that decide where it can run. */
const decisive = [
  'nodeSelector',
  'affinity',
  'tolerations',
  'topologySpreadConstraints',
  'containers',
  'initContainers',
  'resources',
  'overhead',
  'hostNetwork',
] as const;

/**
 * Fields of pods and of volumes that are only names or do not affect what fits, or that are compared with a text that
 * contains the same placeholder.
 */
const indifferent = new Set([
  ...['name', 'image', 'imagePullPolicy', 'command', 'args', 'env', 'envFrom', 'workingDir', 'volumeMounts'],
  ...['volumeDevices', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle', 'securityContext', 'claims'],
  ...['terminationMessagePath', 'terminationMessagePolicy', 'labelSelector', 'namespaceSelector', 'namespaces'],
  ...['containerPort', 'protocol', 'tolerationSeconds', 'stdin', 'tty', 'resizePolicy'],
  ...['kmsKeyID', 'encrypted', 'deleteOnTermination'],
]);

/** The path of the first placeholder below a value, except in parts that do not matter; undefined if there is none. */
export function placeholderIn(value: Value | undefined, path: Path = []): Path | undefined {
  if (hasPlaceholder(value)) return path;

  if (Array.isArray(value))
    return firstOf(
      value.map((item: Value, i) => [i, item] as const),
      path,
    );

  if (isObject(value))
    return firstOf(
      Object.entries(value).filter(([key]) => !indifferent.has(key)),
      path,
    );

  return undefined;
}

function firstOf(entries: readonly (readonly [string | number, Value])[], path: Path): Path | undefined {
  for (const [key, item] of entries) {
    const placeholder = hasPlaceholder(key) ? [...path, key] : placeholderIn(item, [...path, key]);
    if (placeholder !== undefined) return placeholder;
  }
  return undefined;
}

/** The path, within a pod's spec, of a placeholder that decides where the pod can run or how much it requests. */
export function unknownIn(spec: Value | undefined): Path | undefined {
  if (hasPlaceholder(spec)) return [];
  if (!isObject(spec)) return undefined;
  for (const field of decisive) {
    const placeholder = placeholderIn(withoutIdleLimits(field, spec[field]), [field]);
    if (placeholder !== undefined) return placeholder;
  }

  return undefined;
}

/** Pods that others may have to be next to. */
type Neighbor = { readonly namespace: string; readonly labels: Readonly<Record<string, string>> };

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/**
 * The path, within a pod's spec, of a required affinity to pods whose labels or namespaces a placeholder determines. A text with the same placeholder
 * may be in their labels. If no pod has it, nobody knows which pods are meant.
 */
export function unknownNeighborIn(spec: PodSpec, neighbors: readonly Neighbor[]): Path | undefined {
  const terms = spec.affinity?.podAffinity?.[required] ?? [];
  const index = terms.findIndex(
    (term) => isUnknownTerm(term) && !neighbors.some((neighbor) => isMeant(neighbor, term)),
  );
  if (index === -1) return undefined;
  return ['affinity', 'podAffinity', required, index];
}

const isUnknownTerm = ({ labelSelector = {}, namespaces = [], namespaceSelector = {} }: PodAffinityTerm): boolean =>
  [labelSelector, namespaceSelector].some(holdsUnknownLabel) || namespaces.some(hasPlaceholder);

const holdsUnknownLabel = ({
  matchLabels = {},
  matchExpressions = [],
}: NonNullable<PodAffinityTerm['labelSelector']>) =>
  Object.entries(matchLabels).flat().some(hasPlaceholder) ||
  matchExpressions.some(({ key, values = [] }) => [key, ...values].some(hasPlaceholder));

const isMeant = ({ namespace, labels }: Neighbor, { labelSelector, namespaces = [] }: PodAffinityTerm): boolean =>
  selects(labelSelector, labels) && (namespaces.length === 0 || namespaces.includes(namespace));

/** Limits matter only for resources that have no request. */
function withoutIdleLimits(field: string, value: Value | undefined): Value | undefined {
  if (!field.endsWith('ontainers') || !Array.isArray(value)) return value;
  return value.map((container: Value): Value => {
    if (!isObject(container) || !isObject(container.resources)) return container;
    const { requests, limits } = container.resources;
    if (!isObject(requests) || !isObject(limits)) return container;
    const needed = Object.entries(limits).filter(([name]) => requests[name] === undefined);
    return { ...container, resources: { ...container.resources, limits: Object.fromEntries(needed) } };
  });
}

/** A request that the API server rejects. */
export interface BadRequest {
  readonly resource: string;
  readonly value: string;
}

/** The first request of a defaulted spec that is negative or not a quantity. */
export function badRequest(spec: PodSpec): BadRequest | undefined {
  const all = [...spec.containers, ...(spec.initContainers ?? [])].map((container) => container.resources?.requests);

  for (const requests of [...all, spec.resources?.requests, spec.overhead]) {
    for (const [resource, value] of Object.entries(requests ?? {})) {
      const amount = parseResource(resource, value);
      if (amount === undefined || amount < 0) return { resource, value: `${value}` };
    }
  }

  return undefined;
}

/** `cpu` and `memory`, if a container of a defaulted pod does not request it and the pod as a whole does not either. */
export function missingRequests(pod: Pod): readonly string[] {
  const { containers, resources } = pod.spec;
  return ['cpu', 'memory'].filter(
    (name) =>
      resources?.requests?.[name] === undefined &&
      containers.some((container) => container.resources?.requests?.[name] === undefined),
  );
}

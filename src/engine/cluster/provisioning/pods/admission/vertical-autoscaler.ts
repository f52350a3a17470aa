import type { Container, PodSpec } from '../../../../karpenter/api/pod.ts';
import { parseResource } from '../../../../karpenter/api/quantity.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  type Path,
  type Value,
} from '../../../../manifest/model/manifest.ts';
import { workloadKey } from '../owner-references.ts';

/** What a VerticalPodAutoscaler makes of the pods of its target. */
export interface AutoscaledSpec {
  readonly spec: PodSpec;
  /**
   * Whether its bounds decide every request that it sets (`decided`), whether they only bound it from below (`atLeast`), or whether it may be
   * anything around what is counted (`open`).
   */
  readonly certainty: 'decided' | 'atLeast' | 'open';
  /** The lower bounds that are above what the pods request. */
  readonly raised: readonly RaisedRequest[];
}

/** A request of a container that an autoscaler raises, with the field of the autoscaler. */
export interface RaisedRequest {
  readonly resource: string;
  readonly path: Path;
}

/**
 * Modes in which new pods get the requests that it recommends: all but `Off`. Without a mode, it is `Recreate`. Source: autoscaler
 * vertical-pod-autoscaler/pkg/utils/vpa/api.go GetUpdateMode.
 */
const activeModes = ['Auto', 'Initial', 'Recreate', 'InPlaceOrRecreate', 'InPlace'];

/** Whether it changes the requests of pods. With the mode `Off`, it only recommends. */
export const isActiveAutoscaler = (manifest: Manifest): boolean =>
  manifest.kind === 'VerticalPodAutoscaler' &&
  groupOf(manifest.apiVersion) === 'autoscaling.k8s.io' &&
  activeModes.includes(asText(manifest.get(['spec', 'updatePolicy', 'updateMode'])) ?? 'Recreate');

/** Whether it also replaces or resizes pods that run. */
export const evictsPods = (manifest: Manifest): boolean =>
  isActiveAutoscaler(manifest) && manifest.get(['spec', 'updatePolicy', 'updateMode']) !== 'Initial';

/** Key of a workload → the VerticalPodAutoscaler that sets its requests, the first one by position. */
export function verticalAutoscalers(manifests: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const autoscalers = new Map<string, Manifest>();
  for (const manifest of manifests.filter(isActiveAutoscaler)) {
    const { kind, name } = asMapping(manifest.get(['spec', 'targetRef'])) ?? {};
    const key = workloadKey(asText(kind) ?? '', manifest.namespace ?? 'default', asText(name) ?? '');
    if (!autoscalers.has(key)) autoscalers.set(key, manifest);
  }

  return autoscalers;
}

/**
 * A pod with requests within the bounds of the autoscaler. What it recommends depends on what pods use, so a request
 * that its bounds leave open is counted as written. Source: autoscaler vertical-pod-autoscaler/docs/api.md,
 * pkg/utils/vpa/capping.go. With a `startupBoost`, new pods get more CPU than it recommends.
 */
export function autoscaled(spec: PodSpec, autoscaler: Manifest): AutoscaledSpec {
  const written = asList(autoscaler.get(containerPolicies));
  const policies = written.flatMap((policy, index): ContainerPolicy[] => {
    if (!isObject(policy)) return [];
    return [{ policy, path: [...containerPolicies, index] }];
  });
  const certainties: AutoscaledSpec['certainty'][] = [];
  const raised: RaisedRequest[] = [];

  const containers = spec.containers.map((container) => {
    const { policy, path } = policyOf(container.name, policies);
    if (asText(policy.mode) === 'Off') return container;
    if ((policy.startupBoost ?? autoscaler.get(['spec', 'startupBoost'])) !== undefined) certainties.push('open');
    raised.push(...raisedRequests(container, { policy, path }));
    return withinBounds(container, policy, certainties);
  });

  const weakest = () => {
    if (certainties.includes('open')) return 'open';
    if (certainties.includes('atLeast')) return 'atLeast';
    return 'decided';
  };

  const certainty = weakest();

  return { spec: { ...spec, containers }, certainty, raised };
}

const containerPolicies: Path = ['spec', 'resourcePolicy', 'containerPolicies'];

/** What an autoscaler may do with a container, and where it stands. */
interface ContainerPolicy {
  readonly policy: Mapping;
  readonly path: Path;
}

const policyOf = (container: string | undefined, policies: readonly ContainerPolicy[]): ContainerPolicy =>
  policies.find(({ policy }) => policy.containerName === container) ??
  policies.find(({ policy }) => policy.containerName === '*') ?? { policy: {}, path: containerPolicies };

/** The resources of a container whose lower bound is above the request. */
function raisedRequests(container: Container, { policy, path }: ContainerPolicy): readonly RaisedRequest[] {
  const least = asMapping(policy.minAllowed) ?? {};
  const requests = container.resources?.requests ?? {};

  return controlledBy(policy).flatMap((resource): RaisedRequest[] => {
    const [request = 0, min] = [requests[resource], least[resource]].map((value) => amountOf(resource, value));
    if (min === undefined || request >= min) return [];
    return [{ resource, path: [...path, 'minAllowed', resource] }];
  });
}

/** The resources that a policy lets the autoscaler set. */
function controlledBy({ controlledResources }: Mapping): readonly string[] {
  const resources = ['cpu', 'memory'];
  if (controlledResources === undefined) return resources;
  return resources.filter((name) => asList(controlledResources).includes(name));
}

function withinBounds(container: Container, policy: Mapping, certainties: AutoscaledSpec['certainty'][]): Container {
  const [least, most] = [asMapping(policy.minAllowed) ?? {}, asMapping(policy.maxAllowed) ?? {}];
  const requests: Record<string, string | number> = { ...container.resources?.requests };

  for (const resource of controlledBy(policy)) {
    const [written, min, max] = [requests[resource], least[resource], most[resource]].map((value) =>
      amountOf(resource, value),
    );

    const certaintyOf = () => {
      if (min !== undefined && min === max) return 'decided';
      if (min !== undefined && (written ?? 0) <= min) return 'atLeast';
      return 'open';
    };

    certainties.push(certaintyOf());
    if (min !== undefined && (written ?? 0) < min) requests[resource] = asText(least[resource])!;
    else if (max !== undefined && written !== undefined && written > max) requests[resource] = asText(most[resource])!;
  }

  return { ...container, resources: { ...container.resources, requests } };
}

const amountOf = (resource: string, value: Value | undefined): number | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return parseResource(resource, value);
  return undefined;
};

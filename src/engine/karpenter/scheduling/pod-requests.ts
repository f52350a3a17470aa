import type { Container, PodSpec } from '../api/pod.ts';
import { parseResource } from '../api/quantity.ts';
import { plus, type Resources } from '../api/resources.ts';

type Amounts = Readonly<Record<string, string | number>>;

/** Whether a resource can be requested for a pod as a whole. Source: component-helpers resource/helpers.go. */
export const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** Reads the amounts in a resource list. Amounts that Kubernetes cannot read count as 0. */
export function readResources(amounts: Amounts | undefined): Map<string, number> {
  const resources = new Map<string, number>();
  for (const [name, value] of Object.entries(amounts ?? {})) {
    const amount = parseResource(name, value);
    if (amount !== undefined) resources.set(name, amount);
  }
  return resources;
}

/** Adds amounts to the sums in a map. */
export function addResources(sums: Map<string, number>, resources: Resources): Map<string, number> {
  for (const [name, amount] of resources) sums.set(name, plus(sums.get(name) ?? 0, amount));
  return sums;
}

function keepLargest(into: Map<string, number>, resources: Resources): void {
  for (const [name, amount] of resources) into.set(name, Math.max(into.get(name) ?? amount, amount));
}

/**
 * The total requests of a pod's containers. This is the larger of two amounts: the sum of all containers that run at the same
 * time, including sidecars, or an init container plus the sidecars started before it.
 */
export function containerRequests(spec: PodSpec): Map<string, number> {
  const sum = new Map<string, number>();
  const sidecars = new Map<string, number>();
  const starting = new Map<string, number>();
  const requestsOf = (container: Container): Resources => readResources(container.resources?.requests);

  for (const container of spec.containers) addResources(sum, requestsOf(container));

  for (const container of spec.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always';
    const together = addResources(isSidecar ? sidecars : new Map(sidecars), requestsOf(container));
    keepLargest(starting, together);
  }

  addResources(sum, sidecars);
  keepLargest(sum, starting);

  return sum;
}

/** Cached, because specs never change and many pods share one in pass after pass. */
const cache = new WeakMap<PodSpec, Resources>();

/** The requests of a pod, including the pod itself (`pods: 1`). Source: k8s.io/component-helpers/resource PodRequests. */
export function podRequests(spec: PodSpec): Resources {
  let requests = cache.get(spec);
  if (requests === undefined) {
    requests = readPodRequests(spec);
    cache.set(spec, requests);
  }
  return requests;
}

function readPodRequests(spec: PodSpec): Resources {
  const requests = containerRequests(spec);
  for (const [name, amount] of readResources(spec.resources?.requests))
    if (isPodLevelResource(name)) requests.set(name, amount);
  addResources(requests, readResources(spec.overhead));
  return requests.set('pods', 1);
}

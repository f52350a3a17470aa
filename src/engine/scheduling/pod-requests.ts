import type { Container, PodSpec } from '../api/pod.ts';
import { parseResource } from '../api/quantity.ts';
import { plus, type Resources } from '../api/resources.ts';

type Amounts = Readonly<Record<string, string | number>>;

/** Resources that may be requested for a pod as a whole. Source: component-helpers resource/helpers.go. */
export const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** Amounts of a resource list; what Kubernetes would not read counts as nothing. */
export function readResources(amounts: Amounts | undefined): Map<string, number> {
  const resources = new Map<string, number>();
  for (const [name, value] of Object.entries(amounts ?? {})) {
    const amount = parseResource(name, value);
    if (amount !== undefined) resources.set(name, amount);
  }
  return resources;
}

/** Adds amounts to a map of sums. */
export function addResources(sums: Map<string, number>, resources: Resources): Map<string, number> {
  for (const [name, amount] of resources) sums.set(name, plus(sums.get(name) ?? 0, amount));
  return sums;
}

function keepLargest(into: Map<string, number>, resources: Resources): void {
  for (const [name, amount] of resources) into.set(name, Math.max(into.get(name) ?? amount, amount));
}

/**
 * What the containers of a pod need together: the sum of all that run side by side, sidecars included, or what an init
 * container needs beside the sidecars started before it, whichever is more.
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

/** Specs stay as they are, and many pods share one, pass after pass. */
const known = new WeakMap<PodSpec, Resources>();

/** What a pod asks of a node, the pod itself (`pods: 1`) included. Source: k8s.io/component-helpers/resource PodRequests. */
export function podRequests(spec: PodSpec): Resources {
  let requests = known.get(spec);
  if (requests === undefined) {
    requests = readPodRequests(spec);
    known.set(spec, requests);
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

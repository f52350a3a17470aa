import type { Container, ContainerPort, PodSpec, ResourceRequirements } from '../../api/pod.ts';
import { formatResource } from '../../api/quantity.ts';
import { containerRequests, isPodLevelResource } from '../../scheduling/pod-requests.ts';

/**
 * A pod's spec as the API server stores it, as far as scheduling sees it: limits become requests where there are none,
 * ports get a protocol and, on the host network, a host port; pod-level requests follow from the containers'.
 * Source: kubernetes pkg/apis/core/v1/defaults.go, SetDefaults_Pod.
 */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  const filled = withDefaults(spec, spec.hostNetwork === true);
  return spec.resources ? { ...filled, resources: defaultPodResources(filled, spec.resources) } : filled;
}

/**
 * The spec of a DaemonSet's pods as Karpenter reckons with it before there is one: the API server gives ports of templates a protocol
 * and no host port, and Karpenter itself fills the containers' requests, and not those of the pod.
 * Source: core pkg/utils/daemonset/daemonset.go PodForDaemonSet.
 */
export const defaultDaemonSpec = (spec: PodSpec): PodSpec => withDefaults(spec, false);

function withDefaults(spec: PodSpec, isHostNetwork: boolean): PodSpec {
  const defaulted = (container: Container): Container => defaultContainer(container, isHostNetwork);
  return {
    ...spec,
    containers: spec.containers.map(defaulted),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(defaulted) }),
  };
}

function defaultContainer(container: Container, isHostNetwork: boolean): Container {
  const { resources, ports } = container;
  return {
    ...container,
    ...(resources && { resources: { ...resources, requests: { ...resources.limits, ...resources.requests } } }),
    ...(ports && { ports: ports.map((port) => defaultPort(port, isHostNetwork)) }),
  };
}

/** A port with its protocol, and on the host network with its host port. */
function defaultPort(port: ContainerPort, isHostNetwork: boolean): ContainerPort {
  const isHostPortMissing = isHostNetwork && !port.hostPort && port.containerPort !== undefined;
  return {
    ...port,
    protocol: port.protocol ?? 'TCP',
    ...(isHostPortMissing && { hostPort: port.containerPort }),
  };
}

function defaultPodResources(spec: PodSpec, resources: ResourceRequirements): ResourceRequirements {
  const limits = Object.entries(resources.limits ?? {}).filter(([name]) => isPodLevelResource(name));
  if (Object.keys(resources.limits ?? {}).length === 0) return resources;
  const fromContainers = [...containerRequests(spec)]
    .filter(([name]) => isPodLevelResource(name))
    .map(([name, amount]) => [name, formatResource(name, amount)] as const);
  return {
    ...resources,
    requests: { ...Object.fromEntries(limits), ...Object.fromEntries(fromContainers), ...resources.requests },
  };
}

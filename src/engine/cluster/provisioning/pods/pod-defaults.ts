import type { Container, ContainerPort, PodSpec, ResourceRequirements } from '../../../karpenter/api/pod.ts';
import { formatResource } from '../../../karpenter/api/quantity.ts';
import { containerRequests, isPodLevelResource } from '../../../karpenter/scheduling/pod-requests.ts';

/**
 * A pod's spec with the API server's defaults, as far as scheduling is concerned. Limits become requests if there are none.
 * Ports get a protocol and, on the host network, a host port. Pod-level requests follow from those of the containers.
 * Source: kubernetes pkg/apis/core/v1/defaults.go, SetDefaults_Pod.
 */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  const filled = withDefaults(spec, spec.hostNetwork === true);
  if (spec.resources) return { ...filled, resources: defaultPodResources(filled, spec.resources) };
  return filled;
}

/**
 * The spec that Karpenter assumes for a DaemonSet's pods before one exists. The API server adds a protocol but no host port
 * to the ports of templates. Karpenter itself fills in the containers' requests but not the pod's.
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

/** Adds the protocol to a port and, on the host network, the host port. */
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

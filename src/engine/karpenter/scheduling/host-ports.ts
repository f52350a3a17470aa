import type { PodSpec } from '../api/pod.ts';

/** A port of the node that a pod uses. */
export interface HostPort {
  readonly ip: string;
  readonly port: number;
  readonly protocol: string;
}

const isUnspecified = (ip: string): boolean => ip === '0.0.0.0' || /^[0:]+$/.test(ip);

/** Host ports of a pod's containers (init containers do not count). Source: core pkg/scheduling/hostportusage.go. */
export function hostPorts(spec: PodSpec): HostPort[] {
  return spec.containers
    .flatMap((container) => container.ports ?? [])
    .filter(({ hostPort }) => hostPort)
    .map(({ hostIP, hostPort, protocol }) => ({ ip: hostIP || '0.0.0.0', port: hostPort!, protocol: protocol ?? '' }));
}

/** Whether any port is already in use: same port, same protocol, and the same address or a wildcard address. */
export const conflicts = (wanted: readonly HostPort[], taken: readonly HostPort[]): boolean =>
  wanted.some((port) => taken.some((other) => isSamePort(port, other)));

/** Whether two pods cannot both have a port of the node. */
export const isSamePort = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || isUnspecified(a.ip) || isUnspecified(b.ip));

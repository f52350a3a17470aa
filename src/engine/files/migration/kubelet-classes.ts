import type { Value } from '../../manifest/model/manifest.ts';

/** A NodePool with the kubelet settings that it had, and its class. */
export interface ClassUse {
  readonly pool: string;
  /** What identifies a class: its name, or more if there are several sets of manifests. */
  readonly nodeClass: string;
  readonly kubelet: Value | undefined;
}

/** Whether NodePools of one class have different kubelet settings. Then each one with settings needs its own class. */
export const needsOwnClass = ({ nodeClass, kubelet }: ClassUse, all: readonly ClassUse[]): boolean =>
  all.some((other) => other.nodeClass === nodeClass && JSON.stringify(other.kubelet) !== JSON.stringify(kubelet));

/** The name of the copy of a class for one NodePool. */
export const ownClassName = (nodeClass: string, pool: string): string => `${nodeClass}-${pool}`;

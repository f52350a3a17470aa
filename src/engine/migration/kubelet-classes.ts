import type { Value } from '../manifest/manifest.ts';

/** A pool that names a class, with the kubelet settings that stood in the pool. */
export interface ClassUse {
  readonly pool: string;
  /** What tells classes apart: their names, or more where several sets of manifests lie side by side. */
  readonly nodeClass: string;
  readonly kubelet: Value | undefined;
}

/** Whether pools of one class want different kubelet settings: each that has any then needs a class of its own. */
export const needsOwnClass = ({ nodeClass, kubelet }: ClassUse, all: readonly ClassUse[]): boolean =>
  all.some((other) => other.nodeClass === nodeClass && JSON.stringify(other.kubelet) !== JSON.stringify(kubelet));

/** The name of a pool's own copy of a class. */
export const ownClassName = (nodeClass: string, pool: string): string => `${nodeClass}-${pool}`;

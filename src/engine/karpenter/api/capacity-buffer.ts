import { asMapping, asText, groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** Whether an object is a CapacityBuffer of SIG Autoscaling's API, which Karpenter and Cluster Autoscaler share. */
export const isCapacityBuffer = ({ kind, apiVersion }: Pick<Manifest, 'kind' | 'apiVersion'>): boolean =>
  kind === 'CapacityBuffer' && groupOf(apiVersion) === 'autoscaling.x-k8s.io';

/** The only version that Karpenter's CRD serves, and the only one that Karpenter reads. */
export const capacityBufferVersion = 'autoscaling.x-k8s.io/v1beta1';

/** The workload that a buffer takes its pods from, as `spec.scalableRef` names it. */
interface ScalableRef {
  readonly kind: string;
  readonly name: string;
  /** Whether Karpenter can read it. Source: core v1.14.1 pkg/utils/apps/resolve.go ResolveScalableRef. */
  readonly isSupported: boolean;
}

/** `spec.scalableRef`; undefined if there is none, or it is incomplete or unknown. */
export function scalableRefOf(buffer: Manifest): ScalableRef | undefined {
  const { apiGroup, kind: rawKind, name: rawName } = asMapping(buffer.get(['spec', 'scalableRef'])) ?? {};
  const [kind, name] = [asText(rawKind), asText(rawName)];
  if (kind === undefined || name === undefined || hasPlaceholder(kind) || hasPlaceholder(apiGroup)) return undefined;
  const group = asText(apiGroup) || 'apps';
  return { kind, name, isSupported: group === 'apps' && ['Deployment', 'StatefulSet', 'ReplicaSet'].includes(kind) };
}

import { ebsDriver } from '../../../karpenter/api/ebs.ts';
import type { Taint, Toleration } from '../../../karpenter/api/pod.ts';
import { toleratesTaint } from '../../../karpenter/scheduling/taints.ts';
import { asList, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { tolerationOf } from './pod-tolerations.ts';

/** An add-on with pods on every node, which tolerate every taint by default. */
export interface DaemonAddon {
  /** The value with the tolerations of these pods, as `placesIn` names it. */
  readonly tolerations: string;
  /** A value that makes the pods tolerate every taint whatever the list has, unless it is false. */
  readonly all?: string;
  /** What pods on a node without them lack: a sentence without its full stop. */
  readonly lack: string;
  /** What they do for volumes. */
  readonly csi?: CsiDriver;
}

/** A driver of volumes, and the name of its DaemonSet. */
interface CsiDriver {
  readonly driver: string;
  readonly daemonSet: string;
}

/** Source: the default values of their charts, `helm show values`, and `aws eks describe-addon-configuration`. */
export const daemonAddons: ReadonlyMap<string, DaemonAddon> = new Map([
  ['eks-pod-identity-agent', { tolerations: 'tolerations', lack: 'Pods there get no credentials of EKS Pod Identity' }],
  ['kube-proxy', { tolerations: 'tolerations', lack: 'Pods there reach no Service' }],
  [
    'aws-ebs-csi-driver',
    {
      tolerations: 'node.tolerations',
      all: 'node.tolerateAllTaints',
      lack: 'EBS volumes of pods cannot be mounted there',
      csi: { driver: ebsDriver, daemonSet: 'ebs-csi-node' },
    },
  ],
  [
    'aws-efs-csi-driver',
    {
      tolerations: 'node.tolerations',
      lack: 'EFS volumes of pods cannot be mounted there',
      csi: { driver: 'efs.csi.aws.com', daemonSet: 'efs-csi-node' },
    },
  ],
]);

/** What pods of the EBS CSI driver tolerate without a list of their own and without `tolerateAllTaints`. */
const withoutList: Value = [{ operator: 'Exists', effect: 'NoExecute' }];

/**
 * The tolerations of the pods that an add-on has on every node; undefined if they tolerate every taint.
 * Source: kubernetes-sigs/aws-ebs-csi-driver charts/aws-ebs-csi-driver/templates/_node.tpl and values.yaml.
 */
export function addonTolerations(
  { tolerations, all }: DaemonAddon,
  places: Mapping,
): readonly Toleration[] | undefined {
  const list = places[tolerations] ?? undefined;
  if (all === undefined) return list === undefined ? undefined : asList(list).map(tolerationOf);
  if (places[all] !== false) return undefined;
  return asList(list ?? withoutList).map(tolerationOf);
}

/** Whether the pods that an add-on has on every node tolerate a taint, with these values. */
export const addonTolerates = (addon: DaemonAddon, places: Mapping, taint: Taint): boolean =>
  addonTolerations(addon, places)?.some((toleration) => toleratesTaint(toleration, taint)) ?? true;

import { compareMinors, nearestKarpenterMinor } from './versions.ts';

/** What one Karpenter minor can do. The rest of the engine asks for capabilities and never compares versions. */
export interface Karpenter {
  /** The known minor whose behaviour this is. */
  readonly version: string;
  /** v1 objects are the stored form, v1beta1 is converted by webhook (1.0) or gone (1.1). */
  readonly v1: boolean;
  /** v1beta1 and v1 are both served, by a conversion webhook. */
  readonly conversionWebhooks: boolean;
  /** Drift is an optional feature gate. */
  readonly driftFeatureGate: boolean;
  /** `nodeClassRef.group` and `kind` must name the very class. */
  readonly strictNodeClassRef: boolean;
  /** `instanceStorePolicy` has its effect on Bottlerocket. */
  readonly bottlerocketRaid: boolean;
  readonly capacityReservations: boolean;
  /** The ReservedCapacity gate is on by default: open reservations need a selector. */
  readonly reservedCapacityByDefault: boolean;
  readonly ssmParameter: boolean;
  readonly volumeInitializationRate: boolean;
  readonly nodeOverlay: boolean;
  /** Instance types a NodeClaim may carry when it is launched. */
  readonly maxInstanceTypes: number;
  /** A changed `role` of an EC2NodeClass is accepted. */
  readonly mutableRole: boolean;
  /** The controller needs `iam:ListInstanceProfiles`. */
  readonly listInstanceProfiles: boolean;
  /** `spec.replicas` of a NodePool. */
  readonly staticReplicas: boolean;
  readonly ipPrefixCount: boolean;
  readonly gteLteOperators: boolean;
  readonly windows2025: boolean;
  /** The controller's policy comes in several parts. */
  readonly splitControllerPolicy: boolean;
  /** The interruption queue hears of interruptible capacity reservations. */
  readonly interruptibleReservations: boolean;
  readonly placementGroupSelector: boolean;
  readonly networkInterfaces: boolean;
  /** `karpenter.sh/do-not-disrupt` may hold a duration. */
  readonly doNotDisruptDuration: boolean;
  /** The controller needs `ec2:DescribeInstanceStatus`. */
  readonly describeInstanceStatus: boolean;
  readonly zonalShift: boolean;
  readonly cpuOptions: boolean;
  readonly connectionTracking: boolean;
  readonly balancedPolicy: boolean;
  readonly capacityBuffers: boolean;
  /** Consolidation takes first what saves most for the disruption; before, what disrupts least. */
  readonly consolidatesBySavings: boolean;
  /** `disruption.consolidateAfter` may be left out: it is `0s` then. */
  readonly consolidateAfterDefaulted: boolean;
  /** Budgets know the reason `Unhealthy`. */
  readonly unhealthyBudgets: boolean;
  /** minValues counts only the values that the merged requirement allows. */
  readonly minValuesCountsAllowed: boolean;
  /** A CSI driver that names no count of volumes attaches any number; before, none. */
  readonly attachesUncounted: boolean;
  /** A reservation without a free instance is still offered: pods that only it suits wait. */
  readonly offersFullReservations: boolean;
  /** `spec.kubelet` takes any setting, and expressions for `maxPods` and reservations. */
  readonly opensKubelet: boolean;
  readonly nodePoolHashVersion: string | undefined;
  /** Undefined where it is not known. */
  readonly nodeClassHashVersion: string | undefined;
}

/** The capabilities of a minor; of the nearest known one where it is unknown. */
export function karpenter(minor: string): Karpenter {
  const version = nearestKarpenterMinor(minor);
  const since = (first: string): boolean => compareMinors(version, first) >= 0;
  return {
    version,
    v1: since('1.0'),
    conversionWebhooks: since('0.33') && !since('1.1'),
    driftFeatureGate: !since('1.0'),
    strictNodeClassRef: since('1.1'),
    bottlerocketRaid: since('1.1'),
    capacityReservations: since('1.3'),
    reservedCapacityByDefault: since('1.6'),
    ssmParameter: since('1.4'),
    volumeInitializationRate: since('1.5'),
    nodeOverlay: since('1.7'),
    maxInstanceTypes: since('1.7') ? 600 : 60,
    mutableRole: since('1.7'),
    listInstanceProfiles: since('1.7'),
    staticReplicas: since('1.8'),
    ipPrefixCount: since('1.8'),
    gteLteOperators: since('1.9'),
    windows2025: since('1.9'),
    splitControllerPolicy: since('1.9'),
    interruptibleReservations: since('1.10'),
    placementGroupSelector: since('1.11'),
    networkInterfaces: since('1.11'),
    doNotDisruptDuration: since('1.12'),
    describeInstanceStatus: since('1.12'),
    zonalShift: since('1.12'),
    cpuOptions: since('1.13'),
    connectionTracking: since('1.13'),
    balancedPolicy: since('1.14'),
    capacityBuffers: since('1.14'),
    consolidatesBySavings: since('1.14'),
    consolidateAfterDefaulted: since('1.15'),
    unhealthyBudgets: since('1.15'),
    minValuesCountsAllowed: since('1.15'),
    attachesUncounted: since('1.15'),
    offersFullReservations: since('1.15'),
    opensKubelet: since('1.15'),
    nodePoolHashVersion: since('1.0') ? 'v3' : version === '0.37' ? 'v2' : undefined,
    nodeClassHashVersion: nodeClassHashVersion(version),
  };
}

/** The AWS provider's source gives no version for 1.1. */
function nodeClassHashVersion(version: string): string | undefined {
  if (version === '0.37') return 'v2';
  if (version === '1.0') return 'v3';
  if (compareMinors(version, '1.2') < 0) return undefined;
  if (compareMinors(version, '1.12') < 0) return 'v4';
  return compareMinors(version, '1.15') < 0 ? 'v5' : 'v6';
}

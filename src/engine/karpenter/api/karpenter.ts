import { compareMinors, nearestKarpenterMinor } from './versions.ts';

/** How the disruption controllers of a minor differ from those of others. Sources: core 1.0.8 to 1.14.1, pkg/controllers/disruption. */
export interface DisruptionBehavior {
  /** Consolidation starts with the nodes that save the most relative to the disruption. Earlier minors start with those that disrupt least. */
  readonly isBySavings: boolean;
  /** A node counts as empty if evicting its pods costs nothing. In earlier minors it has no pods that would have to move. */
  readonly isEmptyByCost: boolean;
  /** Consolidation moves no pods to nodes that got others less than `consolidateAfter` ago. */
  readonly sparesRecentNodes: boolean;
  /** Consolidation of single nodes looks at one node of each NodePool, then at the next of each. */
  readonly takesTurns: boolean;
  /** Drift is checked before emptiness. */
  readonly isDriftFirst: boolean;
  /** How nodes without pods that have drifted go: all together, not at all because they have drifted, or one by one before the others. */
  readonly emptyDrifted: 'together' | 'ignored' | 'first';
}

/** The capabilities of one Karpenter minor. The rest of the engine checks capabilities and never compares versions. */
export interface Karpenter {
  /** The known minor with this behavior. */
  readonly version: string;
  /** Objects are stored as v1. v1beta1 is converted by a webhook (1.0) or removed (1.1). */
  readonly v1: boolean;
  /** `instanceStorePolicy` has an effect on Bottlerocket. */
  readonly bottlerocketRaid: boolean;
  readonly capacityReservations: boolean;
  /** The ReservedCapacity gate is on by default, so open reservations need a selector. */
  readonly reservedCapacityByDefault: boolean;
  /** The feature gates of the chart and whether each is on by default, by the names of its values. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** The default of the gate Drift, or `always` once there is no such gate and Karpenter replaces nodes that drifted. Source: its upgrade guide. */
  readonly drift: 'off' | 'on' | 'always';
  readonly ssmParameter: boolean;
  readonly volumeInitializationRate: boolean;
  readonly nodeOverlay: boolean;
  /** The highest number of instance types of a NodeClaim at launch. */
  readonly maxInstanceTypes: number;
  /** The controller needs `iam:ListInstanceProfiles`. */
  readonly listInstanceProfiles: boolean;
  /** A NodePool has `spec.replicas`. */
  readonly staticReplicas: boolean;
  readonly ipPrefixCount: boolean;
  readonly gteLteOperators: boolean;
  readonly windows2025: boolean;
  readonly placementGroupSelector: boolean;
  /** The chart reads `settings.aws`, the names before 0.32. Source: charts/karpenter/values.yaml, upgrade guide for 0.33. */
  readonly awsSettings: boolean;
  readonly networkInterfaces: boolean;
  /** The controller needs `ec2:DescribeInstanceStatus`. */
  readonly describeInstanceStatus: boolean;
  /** `settings.enableZonalShift`: the controller reads the state of zonal shifts (aws/karpenter-provider-aws#9042). */
  readonly zonalShift: boolean;
  /** `karpenter.sh/do-not-disrupt` of a pod may be a duration. Source: core pkg/utils/pod/scheduling.go, from 1.12. */
  readonly protectsForDuration: boolean;
  readonly cpuOptions: boolean;
  readonly connectionTracking: boolean;
  readonly capacityBuffers: boolean;
  /** A DaemonSet counts only on the instance types that it can run on. Before, it counts on all types of a NodePool if it can run on any. */
  readonly countsDaemonSetsByType: boolean;
  /** DaemonSets that select nodes by `karpenter.sh/registered` or `karpenter.sh/initialized` count for new nodes. */
  readonly countsDaemonSetsOfJoinedNodes: boolean;
  /** Of several NodeOverlays for one capacity, the heaviest decides. Before, the lightest does. Source: core pkg/controllers/nodeoverlay/store.go. */
  readonly heaviestCapacityWins: boolean;
  /** The simulation knows how it consolidates. */
  readonly isConsolidationKnown: boolean;
  readonly disruption: DisruptionBehavior;
  /** `disruption.consolidateAfter` is optional, with the default `0s`. */
  readonly consolidateAfterDefaulted: boolean;
  /** `minValues` counts only the values that the merged requirement allows. */
  readonly minValuesCountsAllowed: boolean;
  /** A CSI driver without a volume count attaches any number of volumes. In earlier minors it attaches none. */
  readonly attachesUncounted: boolean;
  /** A reservation without a free instance is still an offering, so pods that fit only there wait. */
  readonly offersFullReservations: boolean;
  /** `spec.kubelet` accepts any setting, and expressions for `maxPods` and reservations. */
  readonly opensKubelet: boolean;
  readonly nodePoolHashVersion: string | undefined;
  /** Undefined if it is unknown. */
  readonly nodeClassHashVersion: string | undefined;
}

/**
 * Feature gates of the chart, with the minor that has each first. Sources: provider-aws charts/karpenter/values.yaml, v1.0.8 to v1.14.1 and main;
 * core pkg/operator/options/options.go.
 */
const gatesSince: Readonly<Record<string, string>> = {
  spotToSpotConsolidation: '0.34',
  nodeRepair: '1.1',
  reservedCapacity: '1.3',
  nodeOverlay: '1.7',
  staticCapacity: '1.8',
  capacityBuffer: '1.14',
  nodeClassCEL: '1.15',
};

const gatesOn: ReadonlySet<string> = new Set(['reservedCapacity']);

function gateDefaults(since: (first: string) => boolean): Karpenter['featureGates'] {
  const gates = Object.keys(gatesSince).filter((gate) => since(gatesSince[gate]!));
  // ReservedCapacity was alpha before 1.6. The others still are.
  return Object.fromEntries(gates.map((gate) => [gate, gatesOn.has(gate) && since('1.6')]));
}

function driftSince(since: (first: string) => boolean): Karpenter['drift'] {
  if (since('1.0')) return 'always';
  if (since('0.33')) return 'on';
  return 'off';
}

/** The capabilities of a minor, or of the nearest known one. */
export function karpenter(minor: string): Karpenter {
  const version = nearestKarpenterMinor(minor);
  const since = (first: string): boolean => compareMinors(version, first) >= 0;

  const emptyDrifted = () => {
    if (since('1.7')) return 'first';
    if (since('1.5')) return 'ignored';
    return 'together';
  };

  const nodePoolHashVersion = () => {
    if (since('1.0')) return 'v3';
    if (version === '0.37') return 'v2';
    return undefined;
  };

  return {
    version,
    v1: since('1.0'),
    bottlerocketRaid: since('1.1'),
    capacityReservations: since('1.3'),
    reservedCapacityByDefault: since('1.6'),
    featureGates: gateDefaults(since),
    drift: driftSince(since),
    ssmParameter: since('1.4'),
    volumeInitializationRate: since('1.5'),
    nodeOverlay: since('1.7'),
    maxInstanceTypes: since('1.7') ? 600 : 60,
    awsSettings: !since('0.33'),
    listInstanceProfiles: since('1.7'),
    staticReplicas: since('1.8'),
    ipPrefixCount: since('1.8'),
    gteLteOperators: since('1.9'),
    windows2025: since('1.9'),
    placementGroupSelector: since('1.11'),
    networkInterfaces: since('1.11'),
    describeInstanceStatus: since('1.12'),
    zonalShift: since('1.12'),
    protectsForDuration: since('1.12'),
    cpuOptions: since('1.13'),
    connectionTracking: since('1.13'),
    capacityBuffers: since('1.14'),
    countsDaemonSetsByType: since('1.14'),
    countsDaemonSetsOfJoinedNodes: since('1.14'),
    heaviestCapacityWins: since('1.9'),
    // Go's module proxy has no core before 1.0.
    isConsolidationKnown: since('1.0'),
    disruption: {
      isBySavings: since('1.14'),
      isEmptyByCost: since('1.14'),
      sparesRecentNodes: since('1.14'),
      takesTurns: since('1.4'),
      isDriftFirst: !since('1.5'),
      emptyDrifted: emptyDrifted(),
    },
    consolidateAfterDefaulted: since('1.15'),
    minValuesCountsAllowed: since('1.15'),
    attachesUncounted: since('1.15'),
    offersFullReservations: since('1.15'),
    opensKubelet: since('1.15'),
    nodePoolHashVersion: nodePoolHashVersion(),
    nodeClassHashVersion: nodeClassHashVersion(version),
  };
}

/** The source of the AWS provider has no version for 1.1. */
function nodeClassHashVersion(version: string): string | undefined {
  if (version === '0.37') return 'v2';
  if (version === '1.0') return 'v3';
  if (compareMinors(version, '1.2') < 0) return undefined;
  if (compareMinors(version, '1.12') < 0) return 'v4';
  if (compareMinors(version, '1.15') < 0) return 'v5';
  return 'v6';
}

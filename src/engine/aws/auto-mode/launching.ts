import {
  autoModeKey,
  autoModeLabel,
  karpenterInstanceLabels,
  karpenterKey,
  label,
} from '../../karpenter/api/labels.ts';
import type { LabelColumn } from '../../karpenter/cloud-provider/catalog.ts';
import type { Launching, LaunchTerms } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { InstanceTypes } from '../../karpenter/cloud-provider/instance-types.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { constantColumn } from '../catalog/type-labels.ts';
import { absentLabels } from '../instance-types/absent-labels.ts';
import { labelsOfRunning } from '../instance-types/labels-of-running.ts';
import { allocatableOf, overheadOf } from '../instance-types/overhead.ts';
import { resolveInstanceTypes } from '../instance-types/resolve-instance-types.ts';
import { unusualType } from '../instance-types/unusual-types.ts';
import { amiFamilyOf } from '../node-class/ami-family.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { equivalentClass, mostPods, readAutoModeClass } from './node-class.ts';
import { isSupportedType } from './supported-types.ts';

const computeType = 'eks.amazonaws.com/compute-type';

/**
 * The instance types of a NodeClass of EKS Auto Mode: those of the same node with a Karpenter of its own, with the
 * labels and limits of Auto Mode.
 */
function autoModeTypes(catalog: Ec2Catalog, nodeClass: EC2NodeClass, terms: LaunchTerms): InstanceTypes {
  const types = resolveInstanceTypes(catalog, nodeClass, terms);
  const capacity = new Map(types.capacity);
  capacity.set(
    'pods',
    types.capacity.get('pods')!.map((pods) => Math.min(pods, mostPods)),
  );

  capacity.set(
    'ephemeral-storage',
    types.capacity
      .get('ephemeral-storage')!
      .map((bytes, i) => Math.max(bytes, (catalog.types[i]!.instanceStoreGb ?? 0) * 1e9)),
  );

  const overhead = overheadOf(
    catalog.types,
    { nodeClass, amiFamily: amiFamilyOf(nodeClass), settings: terms.settings },
    capacity,
  );

  return {
    ...types,
    labels: new Map<string, LabelColumn>([
      ...[...types.labels].flatMap(([key, column]): [string, LabelColumn][] => {
        if (autoModeLabel.test(key)) return [];
        return [[autoModeKey(key), column]];
      }),
      ...absentLabels(catalog, karpenterInstanceLabels, terms.customLabels),
      [label.windowsBuild, constantColumn(catalog, undefined)],
      [computeType, constantColumn(catalog, 'auto')],
    ]),
    capacity,
    overhead,
    allocatable: allocatableOf(capacity, overhead),
    offerings: types.offerings.map((offerings, i) => {
      if (isSupportedType(catalog.types[i]!)) return offerings;
      return offerings.map((offering) => ({ ...offering, isAvailable: false }));
    }),
  };
}

/** The labels of running nodes, which are those of Karpenter in another domain. */
function autoModeLabelsOfRunning(
  key: string,
  catalog: Ec2Catalog,
  nodeClass: Manifest | undefined,
): LabelColumn | undefined {
  if (key === label.os) return constantColumn(catalog, 'linux');
  if (key === computeType) return constantColumn(catalog, 'auto');
  const counterpart = karpenterKey(key);
  // A label of the other domain is a label of the user's own here.
  if (counterpart === key && autoModeKey(key) !== key) return undefined;
  return labelsOfRunning(counterpart, catalog, nodeClass);
}

/** How EKS Auto Mode launches nodes. */
export const autoModeLaunching: Launching<EC2NodeClass, Ec2Catalog> = {
  plainNodeClass: equivalentClass('', {}),
  plainNodeClassTitle: 'its defaults',
  readNodeClass: readAutoModeClass,
  isNotReadyAsWell: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  instanceTypes: autoModeTypes,
  labelsOfRunning: autoModeLabelsOfRunning,
  unusualType,
  widerRequirements: () => ({ families: undefined, generations: undefined }),
  foreignLabels: [],
};

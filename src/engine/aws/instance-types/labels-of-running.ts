import { label } from '../../karpenter/api/labels.ts';
import type { LabelColumn } from '../../karpenter/cloud-provider/catalog.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { isWindowsClass, writtenAmiFamily } from '../fields/node-classes.ts';

/** Labels that a running node may lack, because they are new in Karpenter, or because Karpenter omits them if a type has two values. */
const oftenAbsent: ReadonlySet<string> = new Set([label.instanceCapabilityFlex, label.instanceTenancy]);

/** The values that a label of a running node can have, per type. Undefined if the catalog does not know them. */
export function labelsOfRunning(
  key: string,
  catalog: Ec2Catalog,
  nodeClass: Manifest | undefined,
): LabelColumn | undefined {
  if (key === label.os) {
    const systems = operatingSystems(nodeClass);
    // Windows runs only on amd64.
    return catalog.types.map(({ architecture }) => {
      if (architecture === 'amd64') return systems;
      return ['linux'];
    });
  }

  if (key === label.capacityType) {
    const isReserved = !nodeClass || nodeClass.get(['spec', 'capacityReservationSelectorTerms']) !== undefined;
    const always = isReserved ? ['on-demand', 'reserved'] : ['on-demand'];
    return catalog.types.map(({ hasSpot }) => {
      if (hasSpot) return [...always, 'spot'];
      return always;
    });
  }

  if (oftenAbsent.has(key) || key === label.region) return undefined;
  return catalog.labels.get(key);
}

function operatingSystems(nodeClass: Manifest | undefined): readonly string[] {
  if (nodeClass === undefined || writtenAmiFamily(nodeClass) === undefined) return ['linux', 'windows'];
  if (isWindowsClass(nodeClass)) return ['windows'];
  return ['linux'];
}

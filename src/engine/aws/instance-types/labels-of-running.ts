import { autoModeLabel, label } from '../../api/labels.ts';
import type { LabelColumn } from '../../cloud-provider/catalog.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { writtenAmiFamily } from '../fields/node-classes.ts';

/** Labels of a type that a running node may lack: Karpenter learnt them lately, or leaves them out where a type has two values. */
const oftenAbsent: ReadonlySet<string> = new Set([label.instanceCapabilityFlex, label.instanceTenancy]);

/** Per type the values that a label of a running node can have; undefined where the catalog does not know. */
export function labelsOfRunning(
  key: string,
  catalog: Ec2Catalog,
  nodeClass: Manifest | undefined,
): LabelColumn | undefined {
  if (key === label.os) {
    const systems = operatingSystems(nodeClass);
    // Windows runs on amd64 alone.
    return catalog.types.map(({ architecture }) => (architecture === 'amd64' ? systems : ['linux']));
  }
  if (key === label.capacityType) {
    const isReserved = !nodeClass || nodeClass.get(['spec', 'capacityReservationSelectorTerms']) !== undefined;
    const always = isReserved ? ['on-demand', 'reserved'] : ['on-demand'];
    return catalog.types.map(({ hasSpot }) => (hasSpot ? [...always, 'spot'] : always));
  }
  const known = key.replace(autoModeLabel, 'karpenter.k8s.aws/instance-');
  return oftenAbsent.has(known) || known === label.region ? undefined : catalog.labels.get(known);
}

function operatingSystems(nodeClass: Manifest | undefined): readonly string[] {
  const family = nodeClass && writtenAmiFamily(nodeClass);
  if (family === undefined) return ['linux', 'windows'];
  return family.startsWith('Windows') ? ['windows'] : ['linux'];
}

import type { Resources } from '../../karpenter/api/resources.ts';
import { defaultKarpenterSettings, type KarpenterSettings } from '../../karpenter/api/settings.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { typeLabels } from '../catalog/type-labels.ts';
import { amiFamilyOf } from '../node-class/ami-family.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { capacityOf } from './capacity.ts';
import { allocatableOf, overheadOf } from './overhead.ts';

/** The resources and labels of a node of an instance type. */
interface NodeResources {
  readonly capacity: Resources;
  readonly allocatable: Resources;
  /** Labels that depend only on the type: instance type, architecture, region and the instance labels of the provider. */
  readonly labels: Readonly<Record<string, string>>;
}

const al2023: EC2NodeClass = { metadata: { name: 'default' }, spec: { amiFamily: 'AL2023' } };

/** The resources that Karpenter expects of a node with AL2023 or the given node class. Undefined for an unknown type. */
export function nodeResourcesOf(
  catalog: Ec2Catalog,
  instanceType: string,
  options: { nodeClass?: EC2NodeClass; settings?: KarpenterSettings } = {},
): NodeResources | undefined {
  const info = catalog.type(instanceType);
  if (!info) return undefined;

  const { nodeClass = al2023, settings = defaultKarpenterSettings } = options;
  const template = { nodeClass, amiFamily: amiFamilyOf(nodeClass), settings };
  const capacity = capacityOf([info], template);
  const allocatable = allocatableOf(capacity, overheadOf([info], template, capacity));

  return { capacity: firstRow(capacity), allocatable: firstRow(allocatable), labels: labelsOf(catalog, instanceType) };
}

const firstRow = (columns: ReadonlyMap<string, Float64Array>): Resources =>
  new Map(
    [...columns].flatMap(([name, [amount]]) => {
      if (Number.isNaN(amount!)) return [];
      return [[name, amount!] as const];
    }),
  );

function labelsOf(catalog: Ec2Catalog, instanceType: string): Record<string, string> {
  const row = catalog.names.indexOf(instanceType);
  return Object.fromEntries(
    [...typeLabels(catalog)].flatMap(([key, column]) => {
      const values = column[row]!;
      if (values.length === 1) return [[key, values[0]!]];
      return [];
    }),
  );
}

import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';

/** More CPUs than this are unusual for a node of Kubernetes. */
const manyCpus = 128;

/**
 * Why few people want this instance type for ordinary pods, as a few words; undefined if it is an ordinary one. `requested` are the names
 * of the resources that pods on the node request.
 */
export function unusualType(name: string, catalog: Ec2Catalog, requested: ReadonlySet<string>): string | undefined {
  const type = catalog.type(name);
  if (type === undefined) return undefined;

  const { family, isBareMetal, gpus, accelerator, neuron, vcpus } = type;
  if (family.startsWith('mac')) return 'a Mac';
  if (/^u\d*-/.test(family)) return `high memory, ${vcpus} CPUs`;
  if (isBareMetal) return `bare metal, ${vcpus} CPUs`;

  const isAccelerated = gpus.length > 0 || accelerator !== undefined || neuron !== undefined;
  const isWanted = [...requested].some((resource) => resource.includes('/'));
  if (isAccelerated) {
    if (isWanted) return undefined;
    return 'with accelerators that no pod requests';
  }

  if (vcpus > manyCpus) return `${vcpus} CPUs`;
  return undefined;
}

import type { Instance, Module } from './module.ts';

/** An instance that nobody knows, or that whoever applies the module decides about. */
const unknownKey = '…';

/** Where there is no instance. */
const noInstance = 'none';

/**
 * The instances of a block with `count` or `for_each` in one module of one root: `prod module.addons[0]`. Terraform
 * moves an instance without an index to index 0 and back by itself
 * (https://developer.hashicorp.com/terraform/language/modules/develop/refactoring), so both are the same here.
 */
export function instanceKeys(module: Module, instances: readonly Instance[]): readonly string[] {
  const { address, isOff } = module.place;
  const { folder, variableFiles = [], environment, given } = module.rootPlace;
  const place = [folder, environment?.name ?? '', ...variableFiles, withoutFirstIndex(address)].join(' ');
  // What Terragrunt gives is not part of a place.
  if (given !== undefined || isOff === true) return [unknownKey];
  if (instances.length === 0) return [`${place} ${noInstance}`];

  return instances.map((instance) => {
    if (instance.on !== undefined || instance.address.includes(unknownKey)) return unknownKey;
    return `${place} ${indexOf(instance.address)}`;
  });
}

/** Whether the instances of a block are known on both sides and the same. `undefined` is a block without `count` and `for_each`. */
export function areSameInstances(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): boolean {
  const all = [...(before ?? []), ...(after ?? [])];
  if (all.length === 0 || all.includes(unknownKey)) return false;
  if (before === undefined || after === undefined) return all.every((key) => key.endsWith(` ${firstIndex}`));
  return before.size === after.size && [...before].every((key) => after.has(key));
}

const firstIndex = '[0]';

/** `[0]` of `module.addons.helm_release.agent[0]`. */
const indexOf = (address: string): string => address.slice(address.lastIndexOf('['));

/** An address in which a list of one instance is that instance, as Terraform moves it. */
export const withoutFirstIndex = (address: string): string => address.replaceAll(firstIndex, '');

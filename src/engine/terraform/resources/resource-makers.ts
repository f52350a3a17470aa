import type { Instance } from '../modules/module.ts';
import { objectOf, type TfString } from '../values/tf-value.ts';
import { encodeYaml } from '../values/yaml-text.ts';
import { blockObject, terraformObject } from './block-object.ts';
import type { NamedText } from './named-text.ts';

/** Creates the texts of one instance of a resource, a data source or a module. */
export type ResourceMaker = (instance: Instance) => NamedText[];

/** What a provider knows about resources and third-party modules. */
export interface KnownResources {
  /** By block type and resource type: `resource.helm_release`. */
  readonly makers: Readonly<Record<string, ResourceMaker>>;
  /** The maker for a module, by its source. */
  moduleMaker?(source: string): ResourceMaker | undefined;
}

/** One text under the instance's own address; `undefined` means that the text exists but is unknown. */
export const oneText =
  (make: (instance: Instance) => TfString | undefined): ResourceMaker =>
  (instance) => [{ name: instance.address, text: make(instance) }];

/** One text, or none if it is irrelevant. */
export const perhapsText =
  (make: (instance: Instance) => TfString | undefined): ResourceMaker =>
  (instance) => {
    const text = make(instance);
    return text ? [{ name: instance.address, text }] : [];
  };

/** A resource as it is, with its type as kind. */
export const resourceAsItIs: ResourceMaker = (instance) => {
  const { block, address } = instance;
  const name = block.labels.at(-1) ?? '';
  const object = terraformObject(block.labels[0] ?? block.type, { name, at: block.head, spec: blockObject(instance) });
  return [{ name: address, text: encodeYaml(object) }];
};

/** A module call as it is, with kind `module`. */
export const moduleCall: ResourceMaker = (instance) => {
  const { block, address } = instance;
  const spec = blockObject(instance);
  const object = terraformObject('module', {
    name: block.labels[0] ?? '',
    at: block.head,
    spec: objectOf(spec.entries, spec.at),
  });
  return [{ name: address, text: encodeYaml(object) }];
};

import { evaluate } from './evaluate.ts';
import type { Instance, Module } from './module.ts';
import type { NamedText } from './terraform.ts';
import type { TfString, TfValue } from './tf-value.ts';
import { encodeYaml } from './yaml-text.ts';

/** The value of an attribute of a block's instance; undefined where it is not written. */
export function attributeOf({ block, scope }: Instance, name: string): TfValue | undefined {
  const attribute = block.body.attributes.get(name);
  return attribute && evaluate(attribute.value, scope);
}

/** Manifests among the resources of a module. */
export function resourceTexts(module: Module): NamedText[] {
  return module.blocksOf('resource').flatMap((block) => {
    const make = makers[block.labels[0] ?? ''];
    if (!make) return [];
    return module.instances(block).map((instance) => ({ name: instance.address, text: make(instance) }));
  });
}

type Maker = (instance: Instance) => TfString | undefined;

const yamlBody: Maker = (instance) => {
  const body = attributeOf(instance, 'yaml_body');
  return body?.kind === 'string' ? body : undefined;
};

const manifest: Maker = (instance) => {
  const object = attributeOf(instance, 'manifest');
  return object?.kind === 'object' ? encodeYaml(object) : undefined;
};

/** What each type of resource hands to the cluster. */
const makers: Readonly<Record<string, Maker>> = {
  kubectl_manifest: yamlBody,
  kubernetes_manifest: manifest,
  kubernetes_manifest_v1: manifest,
};

import { moduleNodeGroups, nodeGroup } from '../../aws/terraform/node-groups.ts';
import { policyDocument, writtenPolicy } from '../../aws/terraform/policy-document.ts';
import { evaluate } from '../modules/evaluate.ts';
import type { Instance, Module } from '../modules/module.ts';
import type { Block } from '../syntax/hcl.ts';
import { objectOf, type TfString } from '../values/tf-value.ts';
import { encodeYaml } from '../values/yaml-text.ts';
import { blockObject, terraformObject } from './block-object.ts';
import { addonRelease, helmRelease } from './helm-release.ts';
import type { NamedText } from './named-text.ts';

/** What the resources, data sources and modules of other people in a module hand over, or are to be judged by. */
export function resourceTexts(module: Module): NamedText[] {
  const blocks = ['resource', 'data', 'module'].flatMap((type) => module.blocksOf(type));
  return blocks.flatMap((block) => {
    const make = block.type === 'module' ? moduleMaker(block) : makers[`${block.type}.${block.labels[0]}`];
    return make ? module.instances(block).flatMap((instance) => make(instance)) : [];
  });
}

/** The texts of one instance. */
type Maker = (instance: Instance) => NamedText[];

/** One text under the instance's own address; `undefined` means that it is there, and not known. */
const one =
  (make: (instance: Instance) => TfString | undefined): Maker =>
  (instance) => [{ name: instance.address, text: make(instance) }];

/** One text, or nothing of interest. */
const perhaps =
  (make: (instance: Instance) => TfString | undefined): Maker =>
  (instance) => {
    const text = make(instance);
    return text ? [{ name: instance.address, text }] : [];
  };

const yamlBody = one(({ block, scope }) => {
  const body = block.body.attributes.get('yaml_body');
  const value = body && evaluate(body.value, scope);
  return value?.kind === 'string' ? value : undefined;
});

const manifest = one(({ block, scope }) => {
  const object = block.body.attributes.get('manifest');
  const value = object && evaluate(object.value, scope);
  return value?.kind === 'object' ? encodeYaml(value) : undefined;
});

/** A resource as it is, under its type. */
const asItIs: Maker = (instance) => {
  const { block, address } = instance;
  const name = block.labels.at(-1) ?? '';
  const object = terraformObject(block.labels[0] ?? block.type, { name, at: block.head, spec: blockObject(instance) });
  return [{ name: address, text: encodeYaml(object) }];
};

/** A call of a module as it is, as kind `module`. */
const moduleCall: Maker = (instance) => {
  const { block, address } = instance;
  const spec = blockObject(instance);
  const object = terraformObject('module', {
    name: block.labels[0] ?? '',
    at: block.head,
    spec: objectOf(spec.entries, spec.at),
  });
  return [{ name: address, text: encodeYaml(object) }];
};

const makers: Readonly<Record<string, Maker>> = {
  'resource.kubectl_manifest': yamlBody,
  'resource.kubernetes_manifest': manifest,
  'resource.kubernetes_manifest_v1': manifest,
  'resource.helm_release': perhaps(helmRelease),
  'resource.aws_eks_node_group': one(nodeGroup),
  'resource.aws_eks_access_entry': asItIs,
  'resource.aws_ec2_capacity_reservation': asItIs,
  'resource.aws_ec2_tag': asItIs,
  'resource.aws_eks_addon': asItIs,
  'resource.aws_kms_grant': asItIs,
  'resource.aws_kms_key': asItIs,
  'resource.aws_kms_key_policy': asItIs,
  'resource.aws_sqs_queue': asItIs,
  'resource.aws_security_group': asItIs,
  'resource.aws_subnet': asItIs,
  'resource.aws_iam_policy': perhaps(writtenPolicy),
  'resource.aws_iam_role_policy': perhaps(writtenPolicy),
  'data.aws_iam_policy_document': one(policyDocument),
};

/** `source` of a module block. */
function sourceOf(block: Block): string {
  const source = block.body.attributes.get('source')?.value;
  const [part] = source?.kind === 'template' ? source.parts : [];
  // Longer ones are no modules of anybody's.
  return part?.kind === 'text' ? part.text.slice(0, 1000) : '';
}

/** Modules of other people whose inputs are known to us, by their source. */
function moduleMaker(block: Block): Maker | undefined {
  const source = sourceOf(block);
  if (/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/.test(source)) return moduleCall;
  if (/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/.test(source)) return clusterModule;
  if (/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/.test(source)) return moduleCall;
  if (/eks-blueprints-addons/.test(source) && !source.includes('//')) return perhaps(addonRelease);
  return undefined;
}

const clusterModule: Maker = (instance) => [
  ...moduleCall(instance),
  ...moduleNodeGroups(instance).map(({ name, text }) => ({
    name: `${instance.address}.eks_managed_node_group["${name}"]`,
    text,
  })),
];

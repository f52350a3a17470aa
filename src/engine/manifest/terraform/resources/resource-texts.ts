import { ownValue } from '../../../text/own-value.ts';
import type { Span } from '../../../text/source.ts';
import { hasNodes } from '../../model/karpenter-kinds.ts';
import { mayDefineRoots } from '../../prefilter.ts';
import { objectArguments } from '../modules/earlier-arguments.ts';
import { evaluate } from '../modules/evaluate.ts';
import { instanceKeys } from '../modules/instance-keys.ts';
import type { Instance, Module } from '../modules/module.ts';
import { sourceOfCall } from '../modules/terraform-files.ts';
import { unreadDefinition } from '../modules/unread.ts';
import { hasUnknownKey } from '../syntax/addresses.ts';
import type { Block, Expression } from '../syntax/hcl.ts';
import { ignoresWhole } from '../syntax/ignored-arguments.ts';
import { textOf } from '../values/tf-value.ts';
import { decodeYaml, encodeYaml } from '../values/yaml-text.ts';
import { calledReleases } from './called-releases.ts';
import { helmRelease } from './helm-release.ts';
import type { NamedText } from './named-text.ts';
import { clusterProviderOf } from './provider-clusters.ts';
import { recreationOf } from './recreation.ts';
import { type KnownResources, type ResourceMaker, unreadModule } from './resource-makers.ts';
import { typedResources } from './typed-object.ts';

/** The texts that the resources, data sources and third-party modules in a module produce, or that rules check. */
export function resourceTexts(module: Module, resources: readonly KnownResources[]): NamedText[] {
  const all = [common, ...resources];
  const blocks = ['provider', 'resource', 'data', 'module'].flatMap((type) => module.blocksOf(type));

  return blocks.flatMap((block) => {
    const make = makerOf(block, all);
    const instances = module.instances(block);
    if (conditionOf(block) !== undefined)
      module.terraformFiles.noteInstances(block, instances.length === 0, instanceKeys(module, instances));

    if (make)
      return instances.flatMap((instance) => {
        const isOff = instance.on !== undefined || module.place.isOff === true;
        module.terraformFiles.noteInstance(block, isOff);
        const texts = conditional(make(instance), instance).map((text) => ({
          ...text,
          provider: clusterProviderOf(block),
          recreation: block.type === 'resource' ? recreationOf(instance, module) : undefined,
          ignoredArgument: ignoredObject(block),
        }));
        if (isOff) return texts.filter(isOfNodes);
        return texts;
      });

    if (block.type === 'module' && module.isUnread(block) && instances.every(({ on }) => on === undefined))
      return [...instances.slice(0, 1).map(unreadModule), ...instances.flatMap(calledReleases)];

    return [];
  });
}

function ignoredObject(block: Block): string | undefined {
  const argument = block.type === 'resource' ? ownValue(objectArguments, block.labels[0] ?? '') : undefined;
  if (argument === undefined || !ignoresWhole(block, argument)) return undefined;
  return argument;
}

/** NodePools and node classes are reviewed even if a default leaves them out. Everything else is then left out. */
const isOfNodes = ({ text }: NamedText): boolean => text !== undefined && hasNodes(textOf(text));

/** Texts of an instance, with the condition that decides about it if its value is unknown, or if only a default says that it does not exist. */
function conditional(texts: NamedText[], { address, block, on }: Instance): NamedText[] {
  const whole = conditionOf(block);
  if (whole === undefined) return texts;

  if (hasUnknownKey(address)) return texts.map((text) => ({ ...text, condition: whole }));
  if (on === undefined) return texts;

  const condition = filterIn(block.body.attributes.get('for_each')?.value) ?? whole;
  return texts.map((text) => ({ ...text, condition }));
}

/** The place of the condition in `{ for … if … }`, which may be an argument of functions. */
function filterIn(value: Expression | undefined): Span | undefined {
  if (value?.kind === 'for') return value.condition?.at;
  if (value?.kind !== 'call') return undefined;
  return value.args.map(filterIn).find((filter) => filter !== undefined);
}

/** The place of the expression that decides how many instances a block has. */
export const conditionOf = ({ body: { attributes } }: Block): Span | undefined =>
  (attributes.get('count') ?? attributes.get('for_each'))?.value.at;

const yamlBody: ResourceMaker = ({ block, scope, address: name }) => {
  const body = block.body.attributes.get('yaml_body');
  const value = body && evaluate(body.value, scope);
  if (value?.kind !== 'string') return [{ name, text: undefined }];

  const unread = () => {
    if (mayDefineRoots('body.yaml', textOf(value))) return unreadDefinition(decodeYaml(value));
    return undefined;
  };

  return [{ name, text: value, unread: unread() }];
};

const manifest: ResourceMaker = ({ block, scope, address: name }) => {
  const object = block.body.attributes.get('manifest');
  const value = object && evaluate(object.value, scope);
  if (value?.kind !== 'object') return [{ name, text: undefined }];
  return [{ name, text: encodeYaml(value), unread: unreadDefinition(value) }];
};

/** Resources that do not depend on a cloud. */
const common: KnownResources = {
  makers: {
    ...typedResources,
    'resource.kubectl_manifest': yamlBody,
    'resource.kubernetes_manifest': manifest,
    'resource.kubernetes_manifest_v1': manifest,
    'resource.helm_release': helmRelease,
  },
};

/** The maker for a block. The first provider that knows the block decides. */
function makerOf(block: Block, resources: readonly KnownResources[]): ResourceMaker | undefined {
  for (const { makers, moduleMaker } of resources) {
    const key = `${block.type}.${block.labels[0]}`;
    const resource = ownValue(makers, key);
    const make = block.type === 'module' ? moduleMaker?.(sourceOfCall(block)) : resource;
    if (make) return make;
  }

  return undefined;
}

import type { Manifest, Path, Value } from '../../model/manifest.ts';
import { evaluate } from '../modules/evaluate.ts';
import type { Instance } from '../modules/module.ts';
import type { RepeatedOutputs } from '../modules/repeated-outputs.ts';
import { unreadCall } from '../modules/unread.ts';
import { ignoredNames, ignoredPlace } from '../syntax/ignored-arguments.ts';
import { objectOf, type TfObject, type TfString, textOf, unknown } from '../values/tf-value.ts';
import { encodeYaml } from '../values/yaml-text.ts';
import { blockObject, terraformObject } from './block-object.ts';
import type { NamedText } from './named-text.ts';

/** Creates the texts of one instance of a resource, a data source or a module. */
export type ResourceMaker = (instance: Instance) => NamedText[];

/** What rules work out from a resource: a changed argument is judged by the rules of its topic. */
export type RuledTopic =
  | 'network'
  | 'cluster'
  | 'node groups'
  | 'access'
  | 'interruption'
  | 'images'
  | 'reservations'
  | 'encryption'
  | 'add-ons'
  | 'controller'
  | ValueTopic;

/** One value of Karpenter’s chart, such as `value settings.clusterName`. Only what is said about this value judges its change. */
type ValueTopic = `value ${string}`;

/** The topic of a value of Karpenter’s chart, by its path in the values. */
export const valueTopic = (path: string): ValueTopic => `value ${path}`;

/** Whether a topic is one value of Karpenter’s chart. */
export const isValueTopic = (topic: RuledTopic): topic is ValueTopic => topic.startsWith('value ');

/** What an argument decides, as a clause, or why nothing in a cluster can notice its change. */
export type ArgumentDecision = { readonly decides: string } | { readonly harmless: string };

/** How a call names its module; both are undefined for a resource, or if they are not literals. */
export interface ModuleCall {
  readonly source: string | undefined;
  readonly version: string | undefined;
}

/** What a provider knows about resources and third-party modules. */
export interface KnownResources {
  /** By block type and resource type: `resource.helm_release`. */
  readonly makers: Readonly<Record<string, ResourceMaker>>;
  /** The maker for a module, by its source. */
  moduleMaker?(source: string): ResourceMaker | undefined;
  /** The outputs of a module with this source that only repeat its inputs; undefined if nothing is known of the module. */
  repeatedOutputs?(source: string): RepeatedOutputs | undefined;
  /** What rules work out from an argument of a resource, or of a module with this source; undefined if none reads it. */
  topicOfArgument?(kind: string, source: string | undefined, argument: string): RuledTopic | undefined;
  /** What an argument of a resource, or of a module with this source, decides; undefined if nothing is known of it. */
  decisionOfArgument?(kind: string, source: string | undefined, argument: string): ArgumentDecision | undefined;
  /**
   * What an argument of a resource or of a module is if nobody writes it: a text without quotes, anything else as JSON.
   * Undefined if that is unknown.
   */
  defaultOfArgument?(kind: string, call: ModuleCall, argument: string): string | undefined;
  /** What another version of a module decides, or why nobody notices it; undefined if that is unknown. */
  decisionOfVersion?(before: ModuleCall, after: ModuleCall): ArgumentDecision | undefined;
  /** The name that an argument of a module with this source has in another version of the module; undefined if it has none. */
  renamedArgument?(kind: string, source: string | undefined, argument: string): string | undefined;
  /** Whether a path of an object is a value of a chart whose version reads it nowhere. */
  isUnreadValue?(manifest: Manifest, path: Path): boolean;
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
    if (text) return [{ name: instance.address, text }];
    return [];
  };

/** A resource as it is, with its type as kind. */
export const resourceAsItIs: ResourceMaker = (instance) =>
  resourceAsKind(instance.block.labels[0] ?? instance.block.type)(instance);

/** A resource as it is, for types that mean the same. */
export const resourceAsKind =
  (kind: string): ResourceMaker =>
  (instance) => {
    const { block, address } = instance;
    const name = block.labels.at(-1) ?? '';
    const spec = withIgnored(blockObject(instance), block);
    return [{ name: address, text: encodeYaml(terraformObject(kind, { name, at: block.head, spec })) }];
  };

/** Attributes that Terraform ignores after it has created the resource, so that something else may set them. */
export function withIgnored(spec: TfObject, block: Instance['block']): TfObject {
  const at = ignoredPlace(block);
  const entries = ignoredNames(block).map((name) => [name, { value: unknown(at, `ignored.${name}`) }] as const);
  if (entries.length === 0) return spec;
  return objectOf([...spec.entries, ...entries], spec.at, spec.isPartial);
}

/** Whether Terraform ignores changes of a value, or of a part of it, as `withIgnored` says. */
export const isIgnoredValue = (value: Value | undefined): boolean =>
  typeof value === 'string' && value.startsWith('${ignored.');

/** The kind of a module call about which only its source is known. */
export const unreadModuleKind = 'unread_module';

/** Whether a text is such an object. */
export const isUnreadModule = (text: string): boolean =>
  /^apiVersion: "terraform\/v1"\nkind: "unread_module"\n/.test(text);

/** A call of a module that is not in the repository, so that rules know that it may create anything. */
export function unreadModule(instance: Instance): NamedText {
  const { block, scope, address } = instance;
  const source = block.body.attributes.get('source');
  const value = source && evaluate(source.value, scope);
  const spec = objectOf(value ? [['source', { value }]] : [], block.head);
  const names = [block.labels[0] ?? '', value?.kind === 'string' ? textOf(value) : ''];

  return {
    name: address,
    unread: unreadCall({ at: block.head, names, inputs: blockObject(instance) }),
    text: encodeYaml(terraformObject(unreadModuleKind, { name: block.labels[0] ?? '', at: block.head, spec })),
  };
}

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

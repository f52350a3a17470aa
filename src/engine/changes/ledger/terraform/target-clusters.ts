import { referenceOf } from '../../../manifest/terraform/resources/provider-clusters.ts';
import type { Block, Body, Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import { isForeignProvider, isOfForeignProvider } from './applying-terraform.ts';
import { bodyWords, isClusterData, literalText, nameOfBlock, wordsOf } from './terraform-lines.ts';

/** The blocks of one module on one side. */
type Blocks = readonly Block[];

/** A block with an argument, the same block on the other side if there is one, and the modules of both. */
export interface TargetPlace {
  readonly block: Block;
  readonly path: readonly string[];
  readonly other: Block | undefined;
  readonly here: Blocks;
  readonly there: Blocks;
}

/** Why a change of a place may lead Terraform to another cluster, although it changes nothing of what is applied there. Undefined if it does not. */
export function reasonOfTarget({ block, path, other, here, there }: TargetPlace): string | undefined {
  if (other === undefined) return undefined;
  const [argument] = path;

  switch (block.type) {
    case 'provider':
      if (argument === 'alias' && configurationWords(block) !== configurationWords(other)) return otherConfiguration;
      return reasonOfConfiguration(block, path, { other, blocks: [...here, ...there] });
    case 'resource':
      if (argument !== 'provider' || isOfAnotherService(block.labels[0] ?? '')) return undefined;
      if (providerOf(block, here) === providerOf(other, there)) return undefined;
      return otherConfiguration;
    case 'module':
      if (argument !== 'providers' || !differInProviders([block, here], [other, there])) return undefined;
      return otherConfiguration;
  }

  return undefined;
}

/** Whether a resource names a configuration of a provider in another way: it has another alias, and is the same apart from that. */
export const keepsProvider = ({ block, path, other, here, there }: TargetPlace): boolean =>
  block.type === 'resource' &&
  path[0] === 'provider' &&
  other !== undefined &&
  providerOf(block, here) === providerOf(other, there);

const otherConfiguration = 'another configuration of a provider may be of another cluster';

/**
 * Why an argument of a provider may lead to another cluster. A host that is written wins over the configuration of the machine (`NewK8SConfig` in
 * gavinbunney/terraform-provider-kubectl), and a cluster that Terraform looks for is another one in another region.
 */
export function reasonOfConfiguration(
  block: Block,
  path: readonly string[],
  { other = block, blocks }: { readonly other?: Block; readonly blocks: Blocks },
): string | undefined {
  if (block.type !== 'provider') return undefined;
  const [name] = block.labels;

  if (path.at(-1) === 'load_config_file' && ![block, other].every(({ body }) => namesHost(body)))
    return 'the configuration of the machine may be of another cluster';
  if (name === 'aws' && path[0] === 'region' && blocks.some(isClusterData))
    return 'Terraform looks for clusters in this region';

  return undefined;
}

/** Whether a provider says where its cluster is. Provider `helm` does so in `kubernetes`, a block or an object. */
function namesHost({ attributes, blocks }: Body): boolean {
  if (attributes.has('host')) return true;
  const nested = attributes.get('kubernetes')?.value;
  const isInObject = nested?.kind === 'object' && nested.entries.some(({ key }) => keyName(key) === 'host');
  return isInObject || blocks.some((inner) => nameOfBlock(inner) === 'kubernetes' && namesHost(inner.body));
}

/** Whether a resource is of a provider that applies nothing to a cluster. */
const isOfAnotherService = (kind: string): boolean => /^(?:aws|awscc)_/.test(kind) || isOfForeignProvider(kind);

/** What a provider is configured with, apart from its name. */
const configurationWords = ({ body }: Block): string => bodyWords(body, new Set(['alias']));

/** The configuration that a name of a provider stands for in a module, or the name itself if the module is given it. */
function configurationOf(name: string, blocks: Blocks): string {
  const [type, alias] = name.split('.');
  const configured = blocks.find(
    ({ type: kind, labels, body }) =>
      kind === 'provider' && labels[0] === type && literalText(body.attributes.get('alias')?.value) === alias,
  );

  if (configured === undefined) return name;
  return configurationWords(configured);
}

function providerOf({ labels: [kind = ''], body }: Block, blocks: Blocks): string {
  const value = body.attributes.get('provider')?.value;
  const name = value === undefined ? kind.split('_')[0]! : nameIn(value);
  if (name === undefined) return wordsOf(value!);
  return configurationOf(name, blocks);
}

/** A name of a provider, which may be in quotes. */
const nameIn = (value: Expression): string | undefined => referenceOf(value) ?? literalText(value);

const keyName = nameIn;

type Call = readonly [call: Block, blocks: Blocks];

/** Whether two calls of a module give it other configurations of a provider that may reach a cluster. */
function differInProviders(...calls: readonly [Call, Call]): boolean {
  const [old, now] = calls.map(([call, blocks]) => givenIn(call, blocks));
  if (old === undefined || now === undefined) return true;

  const names = new Set([...old.keys(), ...now.keys()].filter((name) => !isForeignProvider(name.split('.')[0]!)));
  // What a call does not name is the configuration of the same name.
  const configured = (given: ReadonlyMap<string, string>, [, blocks]: Call, name: string): string =>
    given.get(name) ?? configurationOf(name, blocks);
  return [...names].some((name) => configured(old, calls[0], name) !== configured(now, calls[1], name));
}

/** The configurations that a call gives a module, by the name that they have there. Undefined if an expression names one. */
function givenIn({ body }: Block, blocks: Blocks): ReadonlyMap<string, string> | undefined {
  const value = body.attributes.get('providers')?.value;
  if (value === undefined) return new Map();
  if (value.kind !== 'object') return undefined;

  const configurations = new Map<string, string>();
  for (const { key, value: of } of value.entries) {
    const [name, configuration] = [keyName(key), nameIn(of)];
    if (name === undefined || configuration === undefined) return undefined;
    configurations.set(name, configurationOf(configuration, blocks));
  }

  return configurations;
}

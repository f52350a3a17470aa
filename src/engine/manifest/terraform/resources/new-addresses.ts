import type { Diagnostic } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import { listIf } from '../../../text/list-if.ts';
import { ownValue } from '../../../text/own-value.ts';
import type { Source, Span } from '../../../text/source.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../model/karpenter-kinds.ts';
import { asMapping, asText, groupOf, type Manifest } from '../../model/manifest.ts';
import { parseManifests } from '../../parse.ts';
import { anyKey, withoutKeys } from '../syntax/addresses.ts';
import { isAtOrIn, movedAddress } from '../syntax/moved-block.ts';
import { type Lifecycles, splitName } from './lifecycles.ts';
import { isKeyedByText, withoutText } from './text-keys.ts';

/** What Terraform creates on one side. */
interface AddressedSide {
  /** Everything that Terraform creates, by root and address: `infra: kubectl_manifest.pool`. */
  readonly made: readonly Source[];
  readonly lifecycles: ReadonlyMap<string, Lifecycles>;
  /** The roots that Terraform refuses, so that it plans nothing of them. */
  readonly unplannable: ReadonlySet<string>;
}

/** Something that Terraform destroys and creates again, because its address is another one. */
interface NewAddress {
  readonly name: string;
  readonly root: string;
  readonly from: string;
  readonly to: string;
  readonly at: Span;
  /** The expression on which it depends whether it exists, if nothing here says what that is. */
  readonly condition: string | undefined;
  /** The block with the old address. */
  readonly oldAt: Span | undefined;
}

/**
 * Warns of a cluster, a node group, a NodePool, a node class, or what nodes need of AWS, with another address in the
 * same root. Terraform destroys what has the old address and creates it again, unless a `moved` block says that it is
 * the same. Somebody may have moved it in the state, so it is no error.
 * https://developer.hashicorp.com/terraform/language/modules/develop/refactoring
 */
export function newAddresses(base: AddressedSide, head: AddressedSide): Diagnostic[] {
  const moved = movedResources(base, head);
  // Most changes move nothing, and reading all that Terraform creates takes time.
  if (moved.length === 0) return [];

  const ends = { before: resourcesIn(addressesIn(base.made)), after: resourcesIn(addressesIn(head.made)) };
  const whole = moved.map((move) => withoutSharedKey(move, ends));

  return [...groupBy(whole, ({ from, to }) => JSON.stringify([from, to])).values()].map((all) =>
    warningOf(all as [NewAddress]),
  );
}

/** What has another address than before. What both sides create at the same address has not. */
function movedResources(base: AddressedSide, head: AddressedSide): NewAddress[] {
  const before = addressesIn(missingIn(head.made, base.made));
  const after = addressesIn(missingIn(base.made, head.made));
  const [filesBefore, filesAfter] = [base.made, head.made].map((sources) => new Set(sources.map(({ file }) => file)));

  return [...before].flatMap(([key, old]) => {
    const now = after.get(key);
    const [from, ...otherOld] = old.filter(({ file }) => !now?.some((resource) => resource.file === file));
    const [to, ...otherNow] = now?.filter(({ file }) => !old.some((resource) => resource.file === file)) ?? [];

    // Which of several becomes which is unknown.
    if (!from || !to || otherOld.length > 0 || otherNow.length > 0) return [];

    // Nothing says that what Terraform refused was ever created.
    if (base.unplannable.has(from.root) || head.unplannable.has(from.root)) return [];
    // Both addresses stay, so Terraform replaces or updates what each of them has.
    if (filesAfter!.has(from.file) && filesBefore!.has(to.file)) return [];

    const lifecycles = head.lifecycles.get(from.root);
    if (isSameToTerraform(inState(from.address), inState(to.address), lifecycles)) return [];
    if (mayHaveSameKeys(from.address, to.address)) return [];
    const oldAt = base.lifecycles.get(from.root)?.heads.get(withoutKeys(from.address));
    const [isInBase, isInHead] = [base, head].map((side) => hasModule(side, from.root)) as [HasModule, HasModule];
    const isWhole: RootAfter['isWhole'] = (old, now) => !isInHead(old) && !isInBase(now);
    return [{ ...newAddress(from, to, { lifecycles, isWhole }), oldAt }];
  });
}

type HasModule = (module: string) => boolean;

/**
 * Whether a root has anything in a call of a module, by the address of the call. Terraform refuses a `moved` block of a
 * call that still has resources, or for one that had some already.
 * https://developer.hashicorp.com/terraform/language/modules/develop/refactoring
 */
function hasModule({ made, lifecycles }: AddressedSide, root: string): HasModule {
  const created = made.map(({ file }) => splitName(file)).filter(([of]) => of === root);
  const written = [...(lifecycles.get(root)?.heads.keys() ?? [])];

  return (module) => {
    const hasKey = withoutKeys(module) !== module;
    if (created.some(([, address]) => isAtOrIn(address, module))) return true;
    return !hasKey && written.some((address) => isAtOrIn(address, module));
  };
}

/** Addresses of resources and calls without the key at their end. */
interface Resources {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

const resourcesIn = (addressed: ReadonlyMap<string, readonly Addressed[]>): ReadonlySet<string> =>
  new Set(
    [...addressed.values()].flat().flatMap(({ address }) => {
      const { module } = partsOf(address);
      return [address, module].map(withoutLastKey);
    }),
  );

/** The move of a whole resource or call, with all of its keys. Terraform accepts it only if nothing has the old address any longer. */
function withoutSharedKey(move: NewAddress, { before, after }: Resources): NewAddress {
  const [from, to] = [withoutLastKey(move.from), withoutLastKey(move.to)];
  const isSameKey = move.from.slice(from.length) === move.to.slice(to.length);
  if (!isSameKey || after.has(from) || before.has(to)) return move;
  return { ...move, from, to };
}

const withoutLastKey = (address: string): string => address.replace(/\[(?:\d+|…|"[^"]*")\]$/, '');

/** Whether unknown keys leave it open which resource becomes which. With equal ones, the rest of the address tells. */
function mayHaveSameKeys(from: string, to: string): boolean {
  if (!`${from}${to}`.includes('…')) return false;
  const [keysBefore, keysAfter] = [from, to].map((address) => JSON.stringify(address.match(anyKey)));
  return keysBefore !== keysAfter || withoutKeys(from) === withoutKeys(to);
}

/**
 * The address of a group in the state, if the EKS module creates it.
 * Source: terraform-aws-modules/eks node_groups.tf and modules/eks-managed-node-group/main.tf.
 */
const inState = (address: string): string =>
  address.replace(
    /\.eks_managed_node_group(\["[^"]*"\])$/,
    '.module.eks_managed_node_group$1.aws_eks_node_group.this[0]',
  );

/** The sources that one side does not have, or has with another text. */
function missingIn(others: readonly Source[], sources: readonly Source[]): readonly Source[] {
  const texts = new Map(others.map(({ file, text }) => [file, text]));
  return sources.filter(({ file, text }) => texts.get(file) !== text);
}

interface Addressed {
  readonly file: string;
  readonly root: string;
  readonly address: string;
  readonly name: string;
  readonly source: Source;
}

/** What has an address, by root and by what identifies it in the cluster or in AWS. */
function addressesIn(sources: readonly Source[]): Map<string, Addressed[]> {
  const all = sources.flatMap((source) => {
    const [root, address] = splitName(source.file);
    return parseManifests(source, { set: {} }).manifests.flatMap((manifest) => {
      const name = nameOf(manifest);
      if (name === undefined) return [];
      const inner = textIf(isEksModule(manifest), clusterOfModule);
      return [{ file: source.file, root, address: `${address}${inner}`, name, source }];
    });
  });

  return groupBy(all, ({ root, name }) => JSON.stringify([root, name]));
}

/** What nodes need of AWS: the word for a resource of each type, and the arguments that can tell it from others of its type. */
const ofAws: Readonly<Record<string, { readonly noun: string; readonly named: readonly string[] }>> = {
  aws_iam_instance_profile: { noun: 'instance profile', named: ['name'] },
  aws_iam_role: { noun: 'IAM role', named: ['name'] },
  aws_security_group: { noun: 'security group', named: ['name', 'name_prefix'] },
  aws_subnet: { noun: 'subnet', named: ['cidr_block'] },
};

/** Whether a resource of AWS says that nodes use it: by its tags, its name, or who may assume it. Others are of other programs. */
const isOfNodes = ({ text }: Source): boolean => /karpenter|kubernetes\.io\/|ec2\.amazonaws\.com/i.test(text);

/** The address of the cluster in the public EKS module. Source: terraform-aws-modules/eks main.tf. */
const clusterOfModule = '.aws_eks_cluster.this[0]';

/** Whether an object is a call of the public EKS module that creates a cluster. */
const isEksModule = ({ kind, object }: Manifest): boolean => {
  const spec = asMapping(object.spec);
  const createsAll = [spec?.create, spec?.create_cluster].every((flag) => flag === undefined || flag === true);
  return kind === 'module' && createsAll && eksModule.test(asText(spec?.source) ?? '');
};

const eksModule = /terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/;

/** The name of a cluster, a node group, a NodePool, a node class, or what nodes need of AWS; undefined for anything else. */
function nameOf(manifest: Manifest): string | undefined {
  const { apiVersion, kind, name, object, source } = manifest;
  if (isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind)) {
    if (name === '') return undefined;
    return `${kind} ${quoted(name)}`;
  }
  if (!apiVersion.startsWith('terraform/')) return undefined;
  if (kind === 'ManagedNodeGroup') return `node group ${quoted(name)}`;

  const argument = (key: string): string | undefined => asText(asMapping(object.spec)?.[key]);
  if (kind === 'aws_eks_cluster') return named('EKS cluster', argument('name'));
  if (isEksModule(manifest)) return named('EKS cluster', argument('name') ?? argument('cluster_name'));

  const type = ownValue(ofAws, kind);
  if (type === undefined || !isOfNodes(source)) return undefined;
  return named(
    type.noun,
    type.named.map(argument).find((text) => text !== undefined),
  );
}

const named = (noun: string, name: string | undefined): string | undefined => {
  if (name === undefined) return undefined;
  return `${noun} ${quoted(name)}`;
};

/** Whether Terraform takes two addresses for the same resource: by `moved` blocks, `removed` ones, or because `count` was added or removed. */
function isSameToTerraform(from: string, to: string, lifecycles: Lifecycles | undefined): boolean {
  const isForgotten = [...(lifecycles?.forgotten.keys() ?? [])].some((address) => isAtOrIn(withoutKeys(from), address));
  if (isForgotten) return true;

  const address = movedAddress(from, lifecycles?.moved ?? [], to);
  const hasMoved = address !== from;

  if (withoutCount(address) === withoutCount(to)) return true;

  // Keys of calls around a `moved` block may be written in another way.
  return hasMoved && withoutKeys(address) === withoutKeys(to);
}

/** Terraform itself moves `a.b` to `a.b[0]` and back. */
const withoutCount = (address: string): string => address.replaceAll('[0]', '');

interface RootAfter {
  readonly lifecycles: Lifecycles | undefined;
  /** Whether all that one call of a module had is in another call now. */
  readonly isWhole: (old: string, now: string) => boolean;
}

function newAddress(
  before: Addressed,
  after: Addressed,
  { lifecycles, isWhole }: RootAfter,
): Omit<NewAddress, 'oldAt'> {
  const [old, now] = [before, after].map(({ address }) => partsOf(address)) as [AddressParts, AddressParts];
  const isInBoth = old.resource === now.resource && old.module !== '' && now.module !== '';
  const isOfModule = isInBoth && isWhole(old.module, now.module);

  return {
    name: before.name,
    root: before.root,
    condition: before.source.origin?.condition?.text,
    from: isOfModule ? old.module : inState(before.address),
    to: isOfModule ? now.module : inState(after.address),
    at: lifecycles?.heads.get(withoutKeys(after.address)) ?? after.source.origin!.trace(0, 0).span,
  };
}

interface AddressParts {
  readonly module: string;
  readonly resource: string;
}

/** The calls of modules in an address, and the rest. */
function partsOf(address: string): AddressParts {
  const [calls = ''] = /^(?:module\.[\w-]+(?:\["[^"]*"\]|\[(?:\d+|…)\])?\.)*/.exec(address) ?? [];
  return { module: calls.replace(/\.$/, ''), resource: address.slice(calls.length) };
}

/** Whether a name is that of a cluster, with which everything else goes. */
const isOfCluster = (name: string): boolean => name.startsWith('EKS cluster ');

const isOfNodePool = (name: string): boolean => name.startsWith('NodePool ');

function warningOf(all: readonly [NewAddress, ...NewAddress[]]): Diagnostic {
  const [{ from, to, at, condition }] = all;
  const names = [...new Set(all.map(({ name }) => name))].sort(
    (a, b) => Number(isOfCluster(b)) - Number(isOfCluster(a)),
  );
  const again = byCount(names.length, 'it', 'them');
  const { why, help } = remedyFor(from, to);

  return {
    code: 'terraform/new-address',
    severity: 'warning',
    message: `${textIf(condition !== undefined, `If ${quoted(condition ?? '')} creates ${again}, `)}Terraform destroys ${firstNames(names)} and creates ${again} again: ${why}${nodesText(all)}`,
    span: at,
    labels: [],
    placesInBase: all.flatMap(({ oldAt }) => oldAt ?? []),
    resource: null,
    help,
    isChanged: true,
    recreates: [
      ...listIf(names.some(isOfCluster), 'cluster' as const),
      ...listIf(names.some(isOfNodePool), 'node-pool' as const),
    ],
  };
}

/** The type of a resource, or `module`. A `moved` block cannot lead from one type to another, unless their provider supports it. */
const typeOf = (address: string): string | undefined => {
  const { resource } = partsOf(address);
  return resource.split('.')[0];
};

/** Why Terraform does not take two addresses for the same, and what to write. */
interface Remedy {
  readonly why: string;
  readonly help: string;
}

/**
 * A `removed` block takes an address without keys.
 * https://developer.hashicorp.com/terraform/language/block/removed
 */
function remedyFor(from: string, to: string): Remedy {
  if (isKeyedByText(from) && isKeyedByText(to))
    return {
      why: `the key of ${quoted(withoutText(to))} in its \`for_each\` is the text of the document, so each edit is another key`,
      help: 'Use keys that stay, such as those of `manifests` in place of `documents`, with a `moved` block for each object.',
    };

  const without = (block: string): string => `${quoted(from)} becomes ${quoted(to)} without a ${quoted(block)} block`;
  const byHand = 'Nothing is destroyed if the state was moved by hand before.';

  if (typeOf(from) === typeOf(to))
    return {
      why: without('moved'),
      help: `Add a \`moved\` block with ${quoted(`from = ${from}`)} and ${quoted(`to = ${to}`)}. ${byHand}`,
    };

  return {
    why: without('removed'),
    help: `Add a \`removed\` block with ${quoted(`from = ${withoutKeys(from)}`)} and \`destroy = false\`, and an \`import\` block with ${quoted(`to = ${to}`)}. ${byHand}`,
  };
}

/** What happens to the nodes of NodePools, and where, if the change does it in several roots. */
function nodesText(all: readonly NewAddress[]): string {
  const pools = all.filter(({ name }) => isOfNodePool(name));
  if (pools.length === 0) return '';

  const roots = [...new Set(pools.map(({ root }) => root))];
  const where = textIf(roots.length > 1, ` in ${firstNames(roots.map(quoted))}`);
  const count = new Set(pools.map(({ name }) => name)).size;
  return `. That deletes all nodes of ${byCount(count, 'the NodePool', 'the NodePools')}${where}, whatever the disruption budgets allow`;
}

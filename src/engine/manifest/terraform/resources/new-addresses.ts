import type { Diagnostic } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import type { Source, Span } from '../../../text/source.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../model/karpenter-kinds.ts';
import { asMapping, asText, groupOf, type Manifest } from '../../model/manifest.ts';
import { parseManifests } from '../../parse.ts';
import { isAtOrIn, type Lifecycles, movedAddress, splitName, withoutKeys } from './lifecycles.ts';

/** What Terraform creates on one side. */
export interface AddressedSide {
  /** Everything that Terraform creates, by root and address: `infra: kubectl_manifest.pool`. */
  readonly made: readonly Source[];
  readonly lifecycles: ReadonlyMap<string, Lifecycles>;
}

/** Something that Terraform destroys and creates again, because its address is another one. */
interface NewAddress {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly at: Span;
}

/**
 * Warns of a cluster, a node group, a NodePool or a node class with another address in the same root. Terraform destroys what has the old
 * address and creates it again, unless a `moved` block says that it is the same. Somebody may have moved it in the state, so it is no error.
 * https://developer.hashicorp.com/terraform/language/modules/develop/refactoring
 */
export function newAddresses(base: AddressedSide, head: AddressedSide): Diagnostic[] {
  const moved = movedResources(base, head);
  // Most changes move nothing, and reading all that Terraform creates takes time.
  if (moved.length === 0) return [];

  const ends = { before: resourcesIn(addressesIn(base.made)), after: resourcesIn(addressesIn(head.made)) };
  const whole = moved.map((one) => withoutSharedKey(one, ends));

  return [...groupBy(whole, ({ from, to }) => JSON.stringify([from, to])).values()].map((all) =>
    warningOf(all as [NewAddress]),
  );
}

/** What has another address than before. What both sides create at the same address has not. */
function movedResources(base: AddressedSide, head: AddressedSide): NewAddress[] {
  const before = addressesIn(missingIn(head.made, base.made));
  const after = addressesIn(missingIn(base.made, head.made));

  return [...before].flatMap(([key, old]) => {
    const now = after.get(key);
    const [from, ...otherOld] = old.filter(({ file }) => !now?.some((resource) => resource.file === file));
    const [to, ...otherNow] = now?.filter(({ file }) => !old.some((resource) => resource.file === file)) ?? [];

    // Which of several becomes which is unknown.
    if (!from || !to || otherOld.length > 0 || otherNow.length > 0) return [];

    const lifecycles = head.lifecycles.get(from.root);
    if (isSameToTerraform(from.address, to.address, lifecycles)) return [];
    return [newAddress(from, to, lifecycles)];
  });
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
function withoutSharedKey(one: NewAddress, { before, after }: Resources): NewAddress {
  const [from, to] = [withoutLastKey(one.from), withoutLastKey(one.to)];
  const isSameKey = one.from.slice(from.length) === one.to.slice(to.length);
  if (!isSameKey || after.has(from) || before.has(to)) return one;
  return { ...one, from, to };
}

const withoutLastKey = (address: string): string => address.replace(/\[(?:\d+|"[^"]*")\]$/, '');

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
function addressesIn(made: readonly Source[]): Map<string, Addressed[]> {
  const all = made.flatMap((source) => {
    const [root, address] = splitName(source.file);
    // An unknown key.
    if (address.includes('…')) return [];
    return parseManifests(source, { set: {} }).manifests.flatMap((manifest) => {
      const name = nameOf(manifest);
      if (name === undefined) return [];
      return [{ file: source.file, root, address, name, source }];
    });
  });

  return groupBy(all, ({ root, name }) => JSON.stringify([root, name]));
}

/** The name of a cluster, a node group, a NodePool or a node class; undefined for anything else. */
function nameOf({ apiVersion, kind, name, object }: Manifest): string | undefined {
  if (isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind)) {
    if (name === '') return undefined;
    return `${kind} ${quoted(name)}`;
  }
  if (!apiVersion.startsWith('terraform/')) return undefined;
  if (kind === 'ManagedNodeGroup') return `node group ${quoted(name)}`;
  if (kind !== 'aws_eks_cluster') return undefined;

  const cluster = asText(asMapping(object.spec)?.name);
  if (cluster === undefined) return undefined;
  return `EKS cluster ${quoted(cluster)}`;
}

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

function newAddress(before: Addressed, after: Addressed, lifecycles: Lifecycles | undefined): NewAddress {
  const [old, now] = [before, after].map(({ address }) => partsOf(address)) as [AddressParts, AddressParts];
  const isOfModule = old.resource === now.resource && old.module !== '' && now.module !== '';

  return {
    name: before.name,
    from: isOfModule ? old.module : before.address,
    to: isOfModule ? now.module : after.address,
    at: lifecycles?.heads.get(withoutKeys(after.address)) ?? after.source.origin!.trace(0, 0).span,
  };
}

interface AddressParts {
  readonly module: string;
  readonly resource: string;
}

/** The calls of modules in an address, and the rest. */
function partsOf(address: string): AddressParts {
  const [calls = ''] = /^(?:module\.[\w-]+(?:\["[^"]*"\]|\[\d+\])?\.)*/.exec(address) ?? [];
  return { module: calls.replace(/\.$/, ''), resource: address.slice(calls.length) };
}

/** Whether a name is that of a cluster, with which everything else goes. */
const isOfCluster = (name: string): boolean => name.startsWith('EKS cluster ');

function warningOf(all: readonly [NewAddress, ...NewAddress[]]): Diagnostic {
  const [{ from, to, at }] = all;
  const names = [...new Set(all.map(({ name }) => name))].sort(
    (a, b) => Number(isOfCluster(b)) - Number(isOfCluster(a)),
  );
  const again = byCount(names.length, 'it', 'them');

  return {
    code: 'terraform/new-address',
    severity: 'warning',
    message: `Terraform destroys ${firstNames(names)} and creates ${again} again: ${quoted(from)} becomes ${quoted(to)} without a \`moved\` block`,
    span: at,
    labels: [],
    resource: null,
    help: `Add a \`moved\` block with ${quoted(`from = ${from}`)} and ${quoted(`to = ${to}`)}. Nothing is destroyed if the state was moved by hand before.`,
    isChanged: true,
  };
}

import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asList, asMapping, asText, type Manifest, type Mapping, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { compareNames } from '../../text/name-order.ts';
import { inputIs, moduleMajor } from '../fields/created-roles.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { type Direction, type GroupRule, groupRulesOf } from '../terraform/security-group-rules.ts';

/** The name of a security group in these flows that the EKS module creates, or that belongs to the control plane. */
export const nodesOfModule = 'nodes of the module';
export const controlPlane = 'control plane';

/** Ports of one protocol. */
export interface Ports {
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
}

/** Traffic that a security group allows. */
export interface Flow {
  readonly direction: Direction;
  readonly group: string;
  /** `self`, a range of addresses, a list of prefixes, or another group. */
  readonly peer: string;
  readonly ports: readonly Ports[];
  readonly manifest: Manifest;
  readonly path: Path;
  /** A rule that the module has without being asked. */
  readonly isBuiltIn?: true;
}

/** The traffic that the security groups of a cluster allow, and the groups about which something is unknown. */
export interface Traffic {
  readonly flows: readonly Flow[];
  readonly unknownGroups: ReadonlySet<string>;
  /** A rule whose group is unknown, which may be any group. */
  readonly isOpen: boolean;
}

/** What the rules of all security groups in the files of a cluster allow. */
export function trafficOf(cluster: ObjectCluster): Traffic {
  const modules = cluster.ofKind('module').filter((module) => calledModule(module) === 'eks');
  const read = [...groupRulesOf(cluster).map(ofRule), ...modules.flatMap(ofModule)];
  const unknown = read.flatMap(({ unknownGroup }) => unknownGroup ?? []);

  return {
    flows: read.flatMap(({ flows = [] }) => flows),
    unknownGroups: new Set(unknown),
    isOpen: unknown.includes(''),
  };
}

interface ReadRule {
  readonly flows?: readonly Flow[];
  /** The group of a rule that is not read; empty if the group itself is unknown. */
  readonly unknownGroup?: string;
}

function ofRule({ manifest, path, direction, group, peers, protocol, ports }: GroupRule): ReadRule {
  const name = nameOfGroup(group);
  if (name === undefined) return { unknownGroup: '' };

  const names = peers.map(nameOfPeer);
  const isKnown = direction !== undefined && protocol !== undefined && ports !== undefined && names.length > 0;
  if (!isKnown || names.includes(undefined)) return { unknownGroup: name };

  const allowed = portsOf(protocol, ports);
  return {
    flows: names.map((peer) => ({ direction, group: name, peer: peer!, ports: allowed, manifest, path })),
  };
}

const reference =
  /^(?:\$\{)?(?<address>(?:module\.[\w-]+\.)?(?:aws_\w+)\.[\w-]+)(?:\[\d+\])?(?:\.(?:id|security_group_id))?\}?$/;

/** A security group by its address, or by what it belongs to; undefined if it may be any. */
function nameOfGroup(text: string): string | undefined {
  if (/node_security_group_id\}?$/.test(text)) return nodesOfModule;
  if (/cluster\w*security_group_id\b|vpc_config/.test(text)) return controlPlane;
  if (/^sg-[0-9a-f]+$/.test(text)) return text;
  return reference.exec(text)?.groups?.address;
}

const nameOfPeer = (text: string): string | undefined => {
  if (text === 'self' || /^[\d.]+\/\d+$|^[\da-f:]+\/\d+$|^pl-[0-9a-f]+$/i.test(text)) return text;
  return nameOfGroup(text);
};

/** The protocols that a rule for all of them covers, apart from others that nobody uses. */
const everyProtocol = ['tcp', 'udp', 'icmp'];

const numbers: Readonly<Record<string, string>> = { '6': 'tcp', '17': 'udp', '1': 'icmp', all: '-1' };

function portsOf(protocol: string, [from, to]: readonly [number, number]): readonly Ports[] {
  const name = numbers[protocol] ?? protocol;
  if (name === '-1') return everyProtocol.map((protocol) => ({ protocol, from: 0, to: 65_535 }));
  if (name === 'icmp' || from < 0) return [{ protocol: name, from: 0, to: 65_535 }];
  return [{ protocol: name, from, to }];
}

/** The inputs of the module with rules of its own groups, up to v20 and since. */
const ruleInputs = [
  ['node_security_group_additional_rules', nodesOfModule],
  ['cluster_security_group_additional_rules', controlPlane],
  ['security_group_additional_rules', controlPlane],
] as const;

function ofModule(module: Manifest): readonly ReadRule[] {
  return [
    ...builtInRules(module),
    ...ruleInputs.flatMap(([input, group]): readonly ReadRule[] => {
      const written = module.get(['spec', input]);
      if (written === undefined) return [];

      const rules = asMapping(written);
      if (rules === undefined) return [{ unknownGroup: group }];
      return Object.entries(rules).map(([name, rule]) =>
        ofModuleRule(asMapping(rule), { module, path: ['spec', input, name], group }),
      );
    }),
  ];
}

interface ModuleRule {
  readonly module: Manifest;
  readonly path: Path;
  readonly group: string;
}

function ofModuleRule(rule: Mapping | undefined, { module, path, group }: ModuleRule): ReadRule {
  if (rule === undefined || holdsPlaceholder([rule.from_port ?? 0, rule.to_port ?? 0, rule.type ?? '']))
    return { unknownGroup: group };

  const protocol = asText(rule.protocol) ?? 'tcp';
  const [from, to] = [rule.from_port, rule.to_port].map((port) => Number(asText(port) ?? port ?? 0));
  const direction = rule.type === 'egress' ? 'egress' : 'ingress';
  const peers = [
    ...(rule.self === true ? ['self'] : []),
    ...(rule.source_cluster_security_group === true ? [controlPlane] : []),
    ...(rule.source_node_security_group === true ? [nodesOfModule] : []),
    ...['cidr_blocks', 'ipv6_cidr_blocks', 'prefix_list_ids', 'source_security_group_id'].flatMap((key) => {
      const value = rule[key] ?? [];
      return (Array.isArray(value) ? asList(value) : [value]).map((peer) => nameOfPeer(asText(peer) ?? ''));
    }),
  ];

  const isKnown = from !== undefined && to !== undefined && peers.length > 0 && !peers.includes(undefined);
  if (!isKnown || hasPlaceholder(protocol)) return { unknownGroup: group };
  const allowed = portsOf(protocol.toLowerCase(), [from, to]);
  return { flows: peers.map((peer) => ({ direction, group, peer: peer!, ports: allowed, manifest: module, path })) };
}

/** Ports that the module always opens to nodes: for the API server, the kubelet and CoreDNS. */
const always: readonly (readonly [peer: string, ports: Ports])[] = [
  [controlPlane, { protocol: 'tcp', from: 443, to: 443 }],
  [controlPlane, { protocol: 'tcp', from: 10_250, to: 10_250 }],
  ['self', { protocol: 'tcp', from: 53, to: 53 }],
  ['self', { protocol: 'udp', from: 53, to: 53 }],
];

/** Ports that it opens by default, since version 19. */
const recommended: readonly (readonly [peer: string, ports: Ports])[] = [
  ['self', { protocol: 'tcp', from: 1025, to: 65_535 }],
  ...[4443, 6443, 8443, 9443].map((port) => [controlPlane, { protocol: 'tcp', from: port, to: port }] as const),
];

/** Source: node_groups.tf of terraform-aws-eks, `node_security_group_rules` and `node_security_group_recommended_rules`. */
function builtInRules(module: Manifest): readonly ReadRule[] {
  const creates = inputIs(module, 'create_node_security_group', true);
  const recommends = inputIs(module, 'node_security_group_enable_recommended_rules', true);
  if (creates === undefined || recommends === undefined || module.isPartial) return [{ unknownGroup: nodesOfModule }];
  if (!creates) return [];

  const isRecommending = recommends && (moduleMajor(module) ?? 19) >= 19;
  const common = { group: nodesOfModule, manifest: module, path: ['spec'], isBuiltIn: true } as const;
  const flows = [...always, ...(isRecommending ? recommended : [])].map(
    ([peer, ports]): Flow => ({ ...common, direction: 'ingress', peer, ports: [ports] }),
  );
  const out: Flow = {
    ...common,
    direction: 'egress',
    peer: '0.0.0.0/0',
    ports: everyProtocol.map((protocol) => ({ protocol, from: 0, to: 65_535 })),
  };
  const ofNodes: Flow = {
    ...common,
    group: controlPlane,
    direction: 'ingress',
    peer: nodesOfModule,
    ports: [{ protocol: 'tcp', from: 443, to: 443 }],
  };

  return [{ flows: [...flows, ofNodes, ...(isRecommending ? [out] : [])] }];
}

/** The ports of some flows that others do not have. */
export function portsWithout(all: readonly Ports[], others: readonly Ports[]): readonly Ports[] {
  const open = all.flatMap((ports) =>
    others
      .filter(({ protocol }) => protocol === ports.protocol)
      .reduce<readonly Ports[]>((rest, other) => rest.flatMap((range) => cut(range, other)), [ports]),
  );
  return merged(open);
}

function cut({ protocol, from, to }: Ports, other: Ports): readonly Ports[] {
  if (other.to < from || to < other.from) return [{ protocol, from, to }];
  return [
    ...(from < other.from ? [{ protocol, from, to: other.from - 1 }] : []),
    ...(other.to < to ? [{ protocol, from: other.to + 1, to }] : []),
  ];
}

/** The same ports in as few parts as possible, sorted. */
export function merged(all: readonly Ports[]): readonly Ports[] {
  const result: Ports[] = [];

  for (const ports of all.toSorted((a, b) => compareNames(a.protocol, b.protocol) || a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || last.protocol !== ports.protocol || ports.from > last.to + 1) result.push(ports);
    else result[result.length - 1] = { ...last, to: Math.max(last.to, ports.to) };
  }

  return result;
}

/** Whether everything that one side of a connection can be is also another one. */
export function coversPeer(wide: string, peer: string): boolean {
  if (wide === peer) return true;
  if (wide === '::/0') return peer.includes(':');
  if (wide === '0.0.0.0/0') return !peer.includes(':');

  const [outer, inner] = [rangeOf(wide), rangeOf(peer)];
  return outer !== undefined && inner !== undefined && outer[0] <= inner[0] && inner[1] <= outer[1];
}

/** The first and the last address of a range of IPv4. */
function rangeOf(text: string): readonly [number, number] | undefined {
  const [, a, b, c, d, bits] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(text)?.map(Number) ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined || bits === undefined) return undefined;

  const size = 2 ** (32 - bits);
  const first = ((a * 256 + b) * 256 + c) * 256 + d;
  const start = first - (first % size);
  return [start, start + size - 1];
}

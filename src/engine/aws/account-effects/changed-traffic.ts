import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { groupBy } from '../../text/group-by.ts';
import { joined, quoted } from '../../text/words/quoted-names.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import { type AccountSides, placeInBase } from '../account-changes/account-sides.ts';
import { lostGroupRules } from '../account-changes/lost-group-rules.ts';
import { networkOf } from '../fields/network-resources.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { selectsNetwork } from '../fields/selector-fields.ts';
import { clusterPairs } from './cluster-pairs.ts';
import { placeInRepository } from './places.ts';
import {
  controlPlane,
  coversPeer,
  type Flow,
  merged,
  nodesOfModule,
  type Ports,
  portsWithout,
  type Traffic,
  trafficOf,
} from './traffic.ts';

/** Reports who may no longer talk to whom, and what begins to accept traffic from everywhere, as far as the rules of security groups are known. */
export function changedTraffic(sides: AccountSides): Diagnostic[] {
  const reported = new Set(lostGroupRules(sides).map(({ span }) => span.file));

  return clusterPairs(sides).flatMap(([before, after]) => {
    const [old, now] = [trafficOf(before), trafficOf(after)];
    const titles = titlesOf(before, after);
    return [...lostFlows(old, now, { titles, after, reported }), ...openedFlows(old, now, titles)];
  });
}

/** What people call a security group, or an end of a connection. */
interface Titles {
  readonly ofNodes: ReadonlySet<string>;
  readonly ofControlPlane: ReadonlySet<string>;
}

function titlesOf(...clusters: readonly ObjectCluster[]): Titles {
  const selected = clusters.flatMap((cluster) =>
    cluster.manifests.filter(selectsNetwork).flatMap((nodeClass) => {
      const groups = selectedAmong(nodeClass, 'securityGroup', networkOf(cluster, 'securityGroup'));
      if (isClosed(groups) || seenIn(groups).length > 0) return seenIn(groups);
      return [];
    }),
  );
  const listed = clusters.flatMap((cluster) =>
    cluster
      .ofKind('aws_eks_cluster')
      .flatMap(({ object }) => JSON.stringify(object).match(/aws_security_group\.[\w-]+/g) ?? []),
  );

  return {
    ofNodes: new Set([
      nodesOfModule,
      ...selected.flatMap(({ manifest }) =>
        manifest.kind === 'aws_security_group' ? [`aws_security_group.${manifest.name}`] : [],
      ),
    ]),
    ofControlPlane: new Set([controlPlane, ...listed]),
  };
}

const isOfNodes = (name: string, { ofNodes }: Titles): boolean => ofNodes.has(name);
const isOfControlPlane = (name: string, { ofControlPlane }: Titles): boolean => ofControlPlane.has(name);

function titleOf(name: string, titles: Titles): string {
  if (name === nodesOfModule) return 'nodes';
  if (name === controlPlane) return 'the control plane';
  if (isOfNodes(name, titles)) return `nodes (${quoted(name)})`;
  if (isOfControlPlane(name, titles)) return `the control plane (${quoted(name)})`;
  return quoted(name);
}

interface Around {
  readonly titles: Titles;
  readonly after: ObjectCluster;
  /** The groups that another check reports. */
  readonly reported: ReadonlySet<string>;
}

/** Traffic between one group and one peer in one direction. */
const linkOf = ({ direction, group, peer }: Flow): string => `${direction} ${group} ${peer}`;

function lostFlows(old: Traffic, now: Traffic, { titles, after, reported }: Around): Diagnostic[] {
  const links = groupBy(old.flows, linkOf);

  return [...links.values()].flatMap((flows): Diagnostic[] => {
    const [{ group, direction, peer }] = flows as [Flow];
    const isUnknown = now.isOpen || [old, now].some(({ unknownGroups }) => unknownGroups.has(group));
    if (isUnknown || !isStillThere(group, after) || keepsInline(flows, after)) return [];

    // A class may select several groups, and the rules of all of them add up.
    const isOfSame = (flow: Flow): boolean =>
      flow.group === group || (isOfNodes(flow.group, titles) && isOfNodes(group, titles));
    const covering = now.flows.filter(
      (flow) => isOfSame(flow) && flow.direction === direction && coversPeer(flow.peer, peer),
    );
    const lost = portsWithout(
      flows.flatMap(({ ports }) => ports),
      covering.flatMap(({ ports }) => ports),
    );
    const changed = flows.find(
      ({ isBuiltIn, ports }) => isBuiltIn === undefined && portsWithout(lost, portsWithout(lost, ports)).length > 0,
    );
    if (lost.length === 0 || changed === undefined) return [];

    const message = `With this change, no rule in these files lets ${linkText(flows[0]!, titles)} on ${portsText(lost)}`;
    const outcome = outcomeOf({ group, direction, peer, lost }, titles);
    const same = after.manifests.find(({ source }) => source.file === changed.manifest.source.file);
    const isReported = reported.has(`${group}`) || [...reported].some((file) => file.endsWith(group));
    if (isReported) return [];

    return [
      trafficFinding('terraform/removes-rule', {
        message: outcome === undefined ? message : `${message}. ${outcome}`,
        span: same
          ? same.span(same.kind === 'module' ? changed.path.slice(0, 2) : ['metadata', 'name'])
          : placeInBase(changed.manifest),
        placesInBase: flows
          .filter(({ isBuiltIn }) => isBuiltIn === undefined)
          .map(({ manifest, path }) =>
            placeInRepository(manifest, manifest.kind === 'module' ? path : ['metadata', 'name']),
          ),
        help: 'Check that nothing needs this traffic before the rule goes.',
      }),
    ];
  });
}

/** Whether a security group exists after the change. Of a group that goes, nobody misses the rules. */
function isStillThere(group: string, { manifests }: ObjectCluster): boolean {
  const name = /^aws_security_group\.(?<name>[\w-]+)$/.exec(group)?.groups?.name;
  if (name === undefined) return true;
  return manifests.some((manifest) => manifest.kind === 'aws_security_group' && manifest.name === name);
}

/**
 * Without any block of a direction, Terraform leaves the rules that a group has. Source: terraform-provider-aws
 * internal/service/ec2/vpc_security_group.go.
 */
const keepsInline = (flows: readonly Flow[], { manifests }: ObjectCluster): boolean =>
  flows.some(({ manifest, direction }) => {
    if (manifest.kind !== 'aws_security_group') return false;
    const same = manifests.find(({ source }) => source.file === manifest.source.file);
    return same?.get(['spec', direction]) === undefined;
  });

function openedFlows(old: Traffic, now: Traffic, titles: Titles): Diagnostic[] {
  const opened = now.flows.filter(
    ({ direction, peer, group, isBuiltIn }) =>
      direction === 'ingress' &&
      isBuiltIn === undefined &&
      (peer === '0.0.0.0/0' || peer === '::/0') &&
      (isOfNodes(group, titles) || isOfControlPlane(group, titles)) &&
      !old.unknownGroups.has(group),
  );

  return [...groupBy(opened, linkOf).values()].flatMap((flows): Diagnostic[] => {
    const [{ group, direction, peer, manifest, path }] = flows as [Flow];
    const before = old.flows.filter(
      (flow) => flow.group === group && flow.direction === direction && coversPeer(flow.peer, peer),
    );
    const added = portsWithout(
      flows.flatMap(({ ports }) => ports),
      before.flatMap(({ ports }) => ports),
    );
    if (added.length === 0) return [];

    return [
      trafficFinding('terraform/opens-rule', {
        message: `The change opens ${portsText(added)} of ${titleOf(group, titles)} to ${quoted(peer)}`,
        span: manifest.span(manifest.kind === 'module' ? path : ['metadata', 'name']),
        help: 'Limit the rule to the addresses that need it.',
      }),
    ];
  });
}

/** `nodes reach each other`, `` `10.0.0.0/8` reach nodes``: who reaches whom, after “lets”. */
function linkText({ direction, group, peer }: Flow, titles: Titles): string {
  const [here, there] = [titleOf(group, titles), titleOf(peer, titles)];
  if (peer === 'self')
    return isOfNodes(group, titles) ? `${here} reach each other` : `members of ${here} reach each other`;
  if (direction === 'egress') return `${here} reach ${there}`;
  return `${there} reach ${here}`;
}

const protocols: Readonly<Record<string, string>> = { tcp: 'TCP', udp: 'UDP', icmp: 'ICMP' };

/** `TCP port 22 and UDP ports 1–52`; `all ports` if it is everything. */
function portsText(ports: readonly Ports[]): string {
  const all = merged(ports);
  const isAll = ({ from, to }: Ports): boolean => from === 0 && to === 65_535;
  if (all.length >= 3 && all.every(isAll)) return 'all ports';

  const texts = [...groupBy(all, ({ protocol }) => protocol)].map(([protocol, ranges]) => {
    const name = protocols[protocol] ?? `protocol ${protocol}`;
    if (protocol === 'icmp') return name;
    if (ranges.every(isAll)) return `all ${name} ports`;
    const written = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
    const isOne = ranges.length === 1 && ranges[0]!.from === ranges[0]!.to;
    const noun = isOne ? 'port' : 'ports';
    return `${name} ${noun} ${joined(written)}`;
  });
  return joined(texts);
}

interface LostLink {
  readonly group: string;
  readonly direction: Flow['direction'];
  readonly peer: string;
  readonly lost: readonly Ports[];
}

/**
 * What happens without some traffic, as a sentence; undefined if nobody knows. Source:
 * https://docs.aws.amazon.com/eks/latest/userguide/sec-group-reqs.html.
 */
function outcomeOf({ group, direction, peer, lost }: LostLink, titles: Titles): string | undefined {
  const has = (port: number): boolean =>
    lost.some(({ protocol, from, to }) => protocol === 'tcp' && from <= port && port <= to);
  const isOfNode = isOfNodes(group, titles);

  if (isOfNode && direction === 'ingress' && isOfControlPlane(peer, titles)) {
    if (has(10_250)) return 'Logs, `kubectl exec` and metrics of their pods then fail';
    return 'Webhooks and aggregated APIs whose pods listen there then fail';
  }
  if (isOfNode && direction === 'ingress' && peer === 'self') {
    if (has(53)) return 'Pods then do not reach CoreDNS on other nodes';
    return 'Pods then do not reach pods of other nodes there';
  }
  if (isOfNode && direction === 'egress' && has(443) && coversPeer(peer, '1.1.1.1/32'))
    return 'New nodes then never become ready, unless another group of them or an endpoint allows it';
  if (isOfControlPlane(group, titles) && direction === 'ingress' && isOfNodes(peer, titles) && has(443))
    return 'If nodes reach the API server inside of the VPC, new ones then do not join';
  if (isOfNode && direction === 'egress') return 'Their pods lose it, too';
  return undefined;
}

type TrafficFinding = Pick<Diagnostic, 'message' | 'span' | 'help' | 'placesInBase'>;

const severity: Severity = 'note';

const trafficFinding = (code: Diagnostic['code'], finding: TrafficFinding): Diagnostic =>
  accountFinding({ code, severity, ...finding });

import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { mayTouchCluster } from '../fields/cluster-openings.ts';
import { inputIs, moduleMajor } from '../fields/created-roles.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { networkOf } from '../fields/network-resources.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { selectorTermsOf, selectsNetwork } from '../fields/selector-fields.ts';
import { matchesFilter } from '../fields/tag-pattern.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { coversPort, type Direction, type GroupRule, groupRulesOf } from '../terraform/security-group-rules.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';

/** Reports a change after which the only security group of nodes no longer allows traffic that every node needs. */
export function lostGroupRules(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const earlier = base.manifests.filter(selectsNetwork);
  const reported = new Set<string>();

  return head.manifests.filter(selectsNetwork).flatMap((nodeClass): Diagnostic[] => {
    const old = earlierObject(
      nodeClass,
      earlier.filter(({ kind }) => kind === nodeClass.kind),
    );
    const after = head.clusterOf(nodeClass);
    if (old === undefined || nodeClass.isPartial || after.isExample) return [];

    const before = base.clusterOf(old);
    const [earlierGroup, group] = [onlyGroup(old, before), onlyGroup(nodeClass, after)];
    if (
      earlierGroup === undefined ||
      group === undefined ||
      earlierGroup.manifest.source.file !== group.manifest.source.file
    )
      return [];
    if (reported.has(group.manifest.source.file)) return [];

    reported.add(group.manifest.source.file);

    if (calledModule(group.manifest) === 'eks')
      return lostModuleRules(earlierGroup.manifest, group.manifest, { after, nodeClass });
    if (mayGetRulesElsewhere(group.manifest, after)) return [];
    return lostRules(earlierGroup.manifest, group, { before, after, nodeClass });
  });
}

interface SelectedGroup {
  readonly manifest: Manifest;
  /** Whether no other group can be selected as well. */
  readonly isCertain: boolean;
}

/** The security group that a class selects, if it is the only one that the files show. */
function onlyGroup(nodeClass: Manifest, cluster: ObjectCluster): SelectedGroup | undefined {
  const resources = networkOf(cluster, 'securityGroup');
  const byTags = selectedAmong(nodeClass, 'securityGroup', resources);
  const names = selectorTermsOf(nodeClass, 'securityGroup').map(({ path }) =>
    knownTextAt(nodeClass, [...path, 'name']),
  );
  const isByName = names.length > 0 && names.every((name) => name !== undefined);
  const hasName = (group: Manifest): boolean =>
    group.kind === 'aws_security_group' &&
    names.some((name) => matchesFilter(knownTextAt(group, ['spec', 'name']) ?? '', name ?? ''));

  const groups = isByName ? seenIn(resources).filter(({ manifest }) => hasName(manifest)) : seenIn(byTags);
  const [only, ...others] = groups;
  if (only === undefined || others.length > 0) return undefined;

  const { manifest, isPreferred } = only;
  const isOfModule = calledModule(manifest) === 'eks';
  if (isOfModule ? !isPreferred : manifest.kind !== 'aws_security_group') return undefined;
  return { manifest, isCertain: isClosed(isByName ? resources : byTags) };
}

const referenceTo = ({ name }: Manifest): string => `aws_security_group.${name}.`;

/** Whether a module that is not here gets the group, so that it may add rules. */
const mayGetRulesElsewhere = (group: Manifest, { manifests }: ObjectCluster): boolean =>
  manifests.some(
    (manifest) =>
      mayTouchCluster(manifest) ||
      (manifest.kind === 'module' && JSON.stringify(manifest.object).includes(referenceTo(group))),
  );

/** Traffic between nodes and what they need. */
interface Link {
  /** Who reaches whom, after “lets”. */
  reaching(nodes: string): string;
  /** What happens without it, as a sentence. */
  readonly outcome: string;
  readonly help: string;
  readonly direction: Direction;
  /** Whether a rule of this direction is about this traffic, whatever its ports are. */
  isAbout(rule: GroupRule, group: Manifest): boolean;
  /** Whether a rule may be about it, because its group or its other side is unknown or can be written in another way. */
  mayBeAbout(rule: GroupRule, group: Manifest, cluster: ObjectCluster): boolean;
  readonly port: number;
  /** Whether the control plane is at the other end. */
  readonly isOfControlPlane?: true;
}

const isOf = ({ group }: GroupRule, manifest: Manifest): boolean =>
  group === `aws_security_group.${manifest.name}` || group.includes(referenceTo(manifest));

const isItself = (peer: string, manifest: Manifest): boolean => peer === 'self' || peer.includes(referenceTo(manifest));

/** Source: https://docs.aws.amazon.com/eks/latest/userguide/sec-group-reqs.html. */
const links: readonly Link[] = [
  {
    reaching: (nodes) => `${nodes} reach the API server and the APIs of AWS`,
    outcome: 'New nodes then never become ready',
    help: 'Keep a rule for outgoing traffic to port 443.',
    port: 443,
    direction: 'egress',
    isAbout: isOf,
    mayBeAbout: mayBeOfNodes,
  },
  {
    reaching: (nodes) => `${nodes} reach the API server`,
    outcome: 'New nodes then do not join the cluster',
    help: 'Keep a rule of the security group of the cluster that lets nodes reach port 443.',
    port: 443,
    isOfControlPlane: true,
    direction: 'ingress',
    isAbout: (rule, group) => isOfCluster(rule) && rule.peers.some((peer) => isItself(peer, group)),
    mayBeAbout: (rule, group, cluster) =>
      mayBeOfCluster(rule, group, cluster) &&
      (isUnknownSide(rule) || rule.peers.some((peer) => mayBeNode(peer, group) || isLiteral(peer))),
  },
  {
    reaching: (nodes) => `the API server reach the kubelets of ${nodes}`,
    outcome: 'Logs, `kubectl exec` and metrics of their pods then fail',
    help: 'Keep a rule that lets the security group of the cluster reach port 10250.',
    port: 10_250,
    isOfControlPlane: true,
    direction: 'ingress',
    isAbout: (rule, group) => isOf(rule, group) && rule.peers.some((peer) => !isItself(peer, group)),
    mayBeAbout: mayBeOfNodes,
  },
  {
    reaching: (nodes) => `${nodes} reach each other`,
    outcome: 'Their pods then reach neither pods nor CoreDNS on other nodes',
    help: 'Keep a rule that lets nodes reach each other.',
    port: 53,
    direction: 'ingress',
    isAbout: (rule, group) => isOf(rule, group) && rule.peers.some((peer) => mayBeNode(peer, group)),
    mayBeAbout: (rule, group) => mayBeOfNodes(rule, group) || (isOf(rule, group) && rule.peers.some(isLiteral)),
  },
];

const isGroupOfCluster = (id: string): boolean => /cluster\w*security_group_id\b|vpc_config/.test(id);

const isOfCluster = ({ group }: GroupRule): boolean => isGroupOfCluster(group);

/** Groups that a cluster lists belong to its control plane as well. Without a cluster in the files, any other group may. */
function mayBeOfCluster(rule: GroupRule, nodes: Manifest, { manifests }: ObjectCluster): boolean {
  if (isOfCluster(rule) || isUnknownGroup(rule)) return true;
  if (isOf(rule, nodes)) return false;

  const clusters = manifests.filter(isCluster);
  const address = /\baws_security_group\.[\w-]+/.exec(rule.group)?.[0];
  if (clusters.length === 0 || address === undefined) return true;
  return clusters.some(({ object }) => JSON.stringify(object).includes(`${address}.`));
}

const isCluster = (manifest: Manifest): boolean =>
  manifest.kind === 'aws_eks_cluster' || calledModule(manifest) === 'eks';

function mayBeOfNodes(rule: GroupRule, group: Manifest): boolean {
  return isUnknownGroup(rule) || (isOf(rule, group) && isUnknownSide(rule));
}

/** The id of a group, which may be that of any group of the files. */
const isLiteral = (id: string): boolean => id.startsWith('sg-');

/** A range of addresses may be that of the VPC, and another reference may be the same group. */
const mayBeNode = (peer: string, group: Manifest): boolean =>
  isItself(peer, group) || /^[\d.:a-f]+\/\d+$/i.test(peer) || /^pl-/.test(peer) || isOtherReference(peer);

const isOtherReference = (peer: string): boolean =>
  hasPlaceholder(peer) && !/aws_security_group\.|aws_eks_cluster\.|cluster\w*security_group_id/.test(peer);

interface ClusterSides {
  readonly before: ObjectCluster;
  readonly after: ObjectCluster;
  readonly nodeClass: Manifest;
}

function lostRules(
  earlierGroup: Manifest,
  now: SelectedGroup,
  { before, after, nodeClass }: ClusterSides,
): Diagnostic[] {
  const [old, rules] = [groupRulesOf(before), groupRulesOf(after)];
  const group = now.manifest;
  // The cluster's own group allows everything between its members, and everything out.
  if (!now.isCertain && mayHaveClusterGroup(nodeClass, after)) return [];

  return links
    .filter(({ isOfControlPlane }) => isOfControlPlane === undefined || !isOfControlPlaneItself(group, after))
    .flatMap((link): Diagnostic[] => {
      const allowing = old.filter(
        (rule) =>
          rule.direction === link.direction && link.isAbout(rule, earlierGroup) && coversPort(rule, link.port) === true,
      );
      const isAllowed = rules.some(
        (rule) => mayAllow(link, rule, group, after) && coversPort(rule, link.port) !== false,
      );
      const [lost] = allowing;
      if (lost === undefined || isAllowed || allowing.some((rule) => isKept(rule, group))) return [];

      return [finding(link, { group, nodeClass, isCertain: now.isCertain })];
    });
}

/** Whether a rule is about some traffic, or may be. */
function mayAllow(link: Link, rule: GroupRule, group: Manifest, cluster: ObjectCluster): boolean {
  if (rule.direction !== undefined && rule.direction !== link.direction) return false;
  return link.isAbout(rule, group) || link.mayBeAbout(rule, group, cluster);
}

/** Whether the group of a rule may be any group. What has an address in the files, or belongs to the cluster, is a certain group. */
function isUnknownGroup(rule: GroupRule): boolean {
  if (rule.group === '' || isLiteral(rule.group)) return true;
  return hasPlaceholder(rule.group) && !isOfCluster(rule) && !/^\$\{aws_security_group\.[\w-][^}]*\}$/.test(rule.group);
}

const isUnknownSide = ({ peers }: GroupRule): boolean => peers.length === 0;

/**
 * Without any block of a direction, Terraform leaves the rules that a group has. Source: terraform-provider-aws
 * internal/service/ec2/vpc_security_group.go.
 */
function isKept({ manifest, direction }: GroupRule, group: Manifest): boolean {
  if (manifest.kind !== 'aws_security_group' || direction === undefined) return false;
  return group.get(['spec', direction]) === undefined;
}

/** Whether a class also selects the security group that EKS creates for the cluster, by tags of EKS or by those that an `aws_ec2_tag` adds. */
function mayHaveClusterGroup(nodeClass: Manifest, cluster: ObjectCluster): boolean {
  const added = cluster
    .ofKind('aws_ec2_tag')
    .filter((tag) => isGroupOfCluster(asText(tag.get(['spec', 'resource_id'])) ?? ''))
    .map((tag) => asText(tag.get(['spec', 'key'])) ?? '');
  const mayHaveTag = (key: string): boolean =>
    /^(?:aws:eks:cluster-name$|kubernetes\.io\/cluster\/)/.test(key) ||
    added.includes(key) ||
    added.some(hasPlaceholder);

  return selectorTermsOf(nodeClass, 'securityGroup').some(
    ({ tags }) => tags.length > 0 && tags.every(({ key }) => mayHaveTag(key)),
  );
}

/** Whether the control plane has the group as well. */
const isOfControlPlaneItself = (group: Manifest, { manifests }: ObjectCluster): boolean =>
  manifests.some((manifest) => isCluster(manifest) && JSON.stringify(manifest.object).includes(referenceTo(group)));

/**
 * The recommended rules are the only ones with which the module lets traffic out, since version 19.
 * Source: terraform-aws-eks, node_groups.tf `node_security_group_recommended_rules`.
 */
function lostModuleRules(
  earlier: Manifest,
  now: Manifest,
  { after, nodeClass }: Pick<ClusterSides, 'after' | 'nodeClass'>,
): Diagnostic[] {
  const input = 'node_security_group_enable_recommended_rules';
  const isOff = inputIs(earlier, input, true) === true && inputIs(now, input, true) === false;
  if (!isOff || now.isPartial || (moduleMajor(now) ?? 0) < 19) return [];

  const written = now.get(['spec', 'node_security_group_additional_rules']);
  const rules = Object.values(asMapping(written) ?? {}).map((rule) => asMapping(rule)?.type);
  const isUnknown = written !== undefined && asMapping(written) === undefined;
  if (isUnknown || rules.some((type) => type !== 'ingress')) return [];

  if (mayHaveOtherEgress(after, now)) return [];

  return [finding(links[0]!, { group: now, nodeClass, isCertain: true, input })];
}

/** Whether a rule of its own may let traffic out of the module’s group, or another module may add one. */
function mayHaveOtherEgress(cluster: ObjectCluster, module: Manifest): boolean {
  const isElsewhere = cluster.manifests.some(
    (manifest) =>
      manifest !== module &&
      manifest.kind === 'module' &&
      JSON.stringify(manifest.object).includes(`module.${module.name}.node_security_group_id`),
  );
  const mayAllowOut = (rule: GroupRule): boolean =>
    rule.direction !== 'ingress' && isUnknownGroup(rule) && coversPort(rule, 443) !== false;

  return isElsewhere || groupRulesOf(cluster).some(mayAllowOut);
}

interface Reported {
  readonly group: Manifest;
  readonly nodeClass: Manifest;
  readonly isCertain: boolean;
  /** The input of a module that takes the rule away. */
  readonly input?: string;
}

function finding({ reaching, outcome, help }: Link, { group, nodeClass, isCertain, input }: Reported): Diagnostic {
  const nodes = `nodes of ${quoted(nodeClass.name)}`;
  const message = `The change takes away the only rule in these files that lets ${reaching(nodes)}`;

  return accountFinding({
    code: 'terraform/removes-rule',
    severity: isCertain ? 'warning' : 'note',
    message: isCertain ? `${message}. ${outcome}` : `${message}, unless they have another security group`,
    span: group.span(input === undefined ? ['metadata', 'name'] : ['spec', input]),
    resource: nodeClass.ref,
    help,
  });
}

import { schedulingLabels } from '../../../karpenter/api/labels.ts';
import type { Container, PodSpec, ResourceRequirements } from '../../../karpenter/api/pod.ts';
import { formatResource, parseResource } from '../../../karpenter/api/quantity.ts';
import { plus } from '../../../karpenter/api/resources.ts';
import { andInto, type Bitset, countBits, orInto } from '../../../karpenter/scheduling/bitset.ts';
import { conflicts } from '../../../karpenter/scheduling/host-ports.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import { containerRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { RequirementTable } from '../../../karpenter/scheduling/requirement-table.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { formatTaint, untolerated } from '../../../karpenter/scheduling/taints.ts';
import type { TopologyGroup } from '../topology/topology-group.ts';
import type { ClaimEvaluation, Refusal } from './claim-evaluation.ts';
import type { DaemonOverheadGroup } from './daemon-overhead.ts';
import { unmetMinValues } from './min-values.ts';
import type { NodeClaim } from './node-claim.ts';
import type { PodVariant } from './pod-shape.ts';

/** A refused try: an empty NodeClaim, the pod, and the state of the evaluation afterwards. */
interface RefusedTry {
  readonly refusal: Refusal;
  readonly claim: NodeClaim;
  readonly variant: PodVariant;
  readonly evaluation: ClaimEvaluation;
  readonly table: RequirementTable;
  readonly resources: Interner;
}

/** Karpenter's message if a NodePool's limits leave nothing. */
export const limitText = (nodePool: string, exhausted: 'nodes' | 'resources'): string => {
  if (exhausted === 'nodes') return `node limits have been exhausted for nodepool (NodePool=${nodePool})`;
  return `all available instance types exceed limits for nodepool (NodePool=${nodePool})`;
};

/** Why a pod does not fit a new NodeClaim, in Karpenter's words: one sentence, or one for each taint. */
export function refusalTexts(refused: RefusedTry): string[] {
  const { refusal, claim, variant, table } = refused;
  if (refusal === 'reserved-passed')
    return ['the only compatible reserved offering is full; falling through to other NodePools'];

  if (refusal === 'taints')
    return untolerated(claim.template.taints, variant.constraints.tolerations).map(
      (taint) => `did not tolerate taint (taint=${formatTaint(taint)})`,
    );

  const requirements = new Requirements(table.requirements(claim.vector));
  const wanted = new Requirements([...variant.requirements.ids].map((id) => table.get(id)));
  if (refusal === 'requirements')
    return [`incompatible requirements, ${requirements.incompatibility(wanted, schedulingLabels) ?? ''}`];

  return [narrowedText(refused, requirements.add(wanted))];
}

/** Upstream checks volumes and topology before resources, so it reports their refusal. */
function narrowedText(refused: RefusedTry, requirements: Requirements): string {
  const { variant, table } = refused;
  const alternatives = variant.shape.volumes;
  let text = '';

  for (const alternative of alternatives.length === 0 ? [undefined] : alternatives) {
    const narrowed = new Requirements(requirements);

    if (alternative !== undefined) {
      const wanted = new Requirements([...alternative.ids].map((id) => table.get(id)));
      const conflict = narrowed.incompatibility(wanted, schedulingLabels);
      text = `incompatible volume requirements, ${conflict}`;
      if (conflict !== undefined) continue;

      narrowed.add(wanted);
    }

    text = spreadText(refused, narrowed);
  }

  return text;
}

function spreadText(refused: RefusedTry, requirements: Requirements): string {
  const { variant, table } = refused;
  const domains = new Requirements();

  for (const { group, podRequirement, isSelfSelecting } of variant.bindings) {
    const { key } = group.term;
    const node = requirements.has(key) ? table.id(requirements.get(key)) : 0;
    const next = group.next(podRequirement, node, isSelfSelecting);
    const pod = podRequirement === 0 ? Requirement.any(key) : table.get(podRequirement);
    if (next === 0) return topologyText(group, pod, requirements.get(key));

    domains.add([table.get(next)]);
  }

  // As upstream, the domains are limited to what the node already requires.
  const narrowed = new Requirements(domains.values().map((domain) => narrowedDomain(domain, requirements)));
  const conflict = requirements.incompatibility(narrowed, schedulingLabels);

  return conflict ?? instanceTypesText(refused, requirements.add(narrowed));
}

const narrowedDomain = (domain: Requirement, requirements: Requirements): Requirement => {
  if (requirements.has(domain.key)) return domain.intersection(requirements.get(domain.key));
  return domain;
};

const shownDomains = 25;

/** Upstream does not close the parenthesis. */
function topologyText(group: TopologyGroup, pod: Requirement, node: Requirement): string {
  const { counts } = group;
  const shown = counts.slice(0, shownDomains).map(([domain, count]) => `${domain}: ${count}`);
  const others = counts.length > shownDomains ? ` and ${counts.length - shownDomains} other(s)` : '';
  const { type, key } = group.term;

  return (
    `unsatisfiable topology constraint for ${type}, key=${key} ` +
    `(counts = ${shown.join(', ')}${others}, podDomains = ${pod}, nodeDomains = ${node}`
  );
}

interface Criteria {
  readonly compatible: Bitset;
  readonly fitting: Bitset;
  readonly offered: Bitset;
}

function instanceTypesText(refused: RefusedTry, requirements: Requirements): string {
  const groups = refused.claim.template.daemons.filter(({ ports }) => !conflicts(refused.variant.shape.ports, ports));
  const text = criteriaText(refused, requirements, groups);
  return `${text}, requirements=${requirements}, resources=${resourcesText(refused, groups)}${typo(refused, text)}`;
}

/** A special case of upstream: 1M CPU where 1m was meant. */
const typo = ({ variant, resources }: RefusedTry, text: string): string => {
  if (text === nothingFits && (variant.shape.requests[resources.find('cpu')] ?? 0) >= 1e9)
    return ' (CPU request >= 1 Million, m vs M typo?)';

  return '';
};

const nothingFits = 'no instance type has enough resources';

/** Which criteria no instance type met, alone or in combination. Source: nodeclaim.go InstanceTypeFilterError. */
function criteriaText(refused: RefusedTry, requirements: Requirements, groups: readonly DaemonOverheadGroup[]): string {
  const { claim, table } = refused;
  const { types } = claim.template;
  const eligible = types.all.slice().fill(0);

  for (const group of groups) orInto(eligible, group.types);
  andInto(eligible, claim.options);
  const compatible = eligible.slice();
  for (const requirement of requirements) andInto(compatible, types.requirementRow(table.id(requirement)));

  const offered = eligible.slice();
  andInto(offered, types.offeringRow(table.vector(requirements)));
  // Upstream checks resources only for types that also have an offering.
  const criteria = { compatible, fitting: intersection(fittingTypes(refused, groups), offered), offered };
  const remaining = intersection(criteria.compatible, criteria.fitting, criteria.offered);
  const minValues = minValuesText(refused, requirements, remaining);

  return minValues ?? emptyText(criteria);
}

function fittingTypes({ claim, variant }: RefusedTry, groups: readonly DaemonOverheadGroup[]): Bitset {
  const { types } = claim.template;
  const fitting = types.all.slice().fill(0);

  for (const group of groups) {
    const fit = claim.options.slice();
    andInto(fit, group.types);

    variant.shape.requests.forEach((requested, resource) => {
      const amount = requested + group.overhead[resource]!;
      if (amount > 0) andInto(fit, types.fitRow(resource, amount));
    });

    orInto(fitting, fit);
  }

  return fitting;
}

function minValuesText({ claim, table }: RefusedTry, requirements: Requirements, options: Bitset): string | undefined {
  if (countBits(options) === 0) return undefined;
  const unmet = unmetMinValues(claim.template, table, { vector: table.vector(requirements), options });
  const labels = [...unmet.keys()].map((key) => table.keys.name(key)).sort();
  return `minValues requirement is not met for label(s) (label(s)=[${labels.join(' ')}])`;
}

function intersection(first: Bitset, ...others: readonly Bitset[]): Bitset {
  const both = first.slice();
  for (const other of others) andInto(both, other);
  return both;
}

function emptyText({ compatible, fitting, offered }: Criteria): string {
  const isMet = (...sets: readonly Bitset[]): boolean => countBits(intersection(sets[0]!, ...sets.slice(1))) > 0;
  const met = { requirements: isMet(compatible), resources: isMet(fitting), offering: isMet(offered) };

  const phrases = [
    ...(met.requirements ? [] : ['met the scheduling requirements']),
    ...(met.resources ? [] : ['had enough resources']),
    ...(met.offering ? [] : ['had a required offering']),
  ];

  if (phrases.length > 1) return `no instance type ${phrases.join(' or ')}`;
  if (!met.requirements) return 'no instance type met all requirements';
  if (!met.resources) return nothingFits;
  if (!met.offering) return 'no instance type has the required offering';
  if (isMet(compatible, fitting))
    return 'no instance type which met the scheduling requirements and had enough resources, had a required offering';
  if (isMet(fitting, offered))
    return 'no instance type which had enough resources and the required offering met the scheduling requirements';
  if (isMet(compatible, offered))
    return 'no instance type which met the scheduling requirements and the required offering had the required resources';

  return 'no instance type met the requirements/resources/offering tuple';
}

/** The requests of the pod, plus the smallest and the largest overhead of DaemonSets. */
function resourcesText({ variant, resources }: RefusedTry, groups: readonly DaemonOverheadGroup[]): string {
  const requests = new Map<string, number>();
  variant.shape.requests.forEach((amount, resource) => {
    if (variant.shape.requested.has(resource)) requests.set(resources.name(resource), amount);
  });
  const overheads = groups.filter(({ resources: named }) => named.length > 0).map(overheadOf(resources));
  const text = (overhead: Amounts): string => sumText(requests, overhead, variant.shape.pod.spec);
  const least = text(overheads.reduce(leastOf, overheads[0] ?? new Map()));
  const most = text(overheads.reduce(mostOf, new Map()));

  if (least === most) return least;
  return `min=${least}, max=${most}`;
}

type Amounts = ReadonlyMap<string, number>;

const overheadOf =
  (resources: Interner) =>
  ({ overhead, resources: named }: DaemonOverheadGroup): Amounts =>
    new Map(named.map((id) => [resources.name(id), overhead[id]!]));

/** The smaller amounts of the resources that both have. */
const leastOf = (a: Amounts, b: Amounts): Amounts =>
  new Map([...a].filter(([name]) => b.has(name)).map(([name, amount]) => [name, Math.min(amount, b.get(name)!)]));

const mostOf = (a: Amounts, b: Amounts): Amounts =>
  new Map([...a, ...[...b].map(([name, amount]) => [name, Math.max(amount, a.get(name) ?? amount)] as const)]);

/**
 * The quantity whose format is used for a pod's request: that of the init container with the largest request, otherwise the
 * first one in the sum.
 */
function spellingOf(spec: PodSpec, name: string): string | number | undefined {
  const { containers, initContainers = [], overhead } = spec;
  const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const others = initContainers.filter((container) => !sidecars.includes(container));

  const texts = (lists: readonly ResourceRequirements['requests'][]): (string | number)[] =>
    lists.flatMap((amounts) => amounts?.[name] ?? []);
  const amountOf = (text: string | number): number => parseResource(name, text) ?? 0;
  const requestsOf = (some: readonly Container[]) => texts(some.map(({ resources }) => resources?.requests));
  const running = containerRequests({ containers: [...containers, ...sidecars] }).get(name) ?? 0;
  const starting = requestsOf(others).sort((a, b) => amountOf(b) - amountOf(a));
  const isStarting = (containerRequests(spec).get(name) ?? 0) > running;
  const summed = [...requestsOf([...containers, ...sidecars]), ...texts([overhead])];

  return (isStarting ? starting : summed).find((text) => amountOf(text) !== 0);
}

/** A sum has the format of its first term, which is the overhead of DaemonSets. */
function sumText(requests: Amounts, overhead: Amounts, spec: PodSpec): string {
  const names = [...new Set([...requests.keys(), ...overhead.keys()])].sort();
  const text = (name: string): string => {
    const [request, added] = [requests.get(name) ?? 0, overhead.get(name) ?? 0];
    return formatResource(name, plus(request, added), added === 0 ? spellingOf(spec, name) : undefined);
  };
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, text(name)])));
}

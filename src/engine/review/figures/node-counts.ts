import type { Placement } from '../../cluster/cost/estimate.ts';
import { isCovered } from '../../cluster/disruption/forecast/requirement-drift.ts';
import type { ExistingNode } from '../../cluster/provisioning/input/scheduler-input.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { RequirementSource } from '../../karpenter/scheduling/requirement.ts';
import { Requirements } from '../../karpenter/scheduling/requirements.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, isObject, type Manifest, type Value } from '../../manifest/model/manifest.ts';

/**
 * How many nodes a NodePool has before the change, and how many of them no longer match its new requirements; null if unknown. The
 * manifests show which nodes their own pods need, so only live state can tell that there are none.
 */
interface NodeCounts {
  countNodes(nodePool: string): number | null;
  countOutside(nodePool: string): number | null;
  countMatching(nodePool: string): number | null;
}

interface NodeCountsInput {
  /** Where the pods of base run; null without an estimate. */
  readonly placement: Placement | null;
  /** Running nodes, both Karpenter's and others. */
  readonly running: readonly ExistingNode[];
  /** Whether `running` are all nodes of the cluster. */
  readonly isLiveKnown: boolean;
  /** Whether the configuration says which capacity reservations there are. */
  readonly areReservationsKnown: boolean;
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  readonly catalog: Catalog | null;
}

/** Counts the nodes of base: running ones, and those that its pods need in addition. */
export function nodeCounts({
  placement,
  running,
  isLiveKnown,
  areReservationsKnown,
  base,
  head,
  catalog,
}: NodeCountsInput): NodeCounts {
  const isKnown = placement !== null && placement.nodes.likely !== null;
  const runningOf = (name: string) => running.filter((node) => node.nodePool === name && !node.isDeleting);
  const placed = (name: string) => placement?.nodePools.find((pool) => pool.name === name);
  const certain = (name: string, count: number): number | null => {
    if (count > 0 || isLiveKnown || hasNoReplicas(find(base, name))) return count;
    return null;
  };

  /** For each node of a NodePool, whether it matches the new requirements; null if that is unknown. */
  const matches = (name: string): readonly boolean[] | null => {
    const [before, after] = [find(base, name), find(head, name)];
    if (!isKnown || !catalog || !before || !after) return null;

    const requirements = changedRequirements(before, after);
    const templateLabels = { [label.os]: 'linux', ...labelsOf(before) };
    const launched = (placed(name)?.nodeClaims ?? []).filter(({ node }) => node === undefined);
    // Karpenter uses a reservation first, and only AWS knows how many nodes are in one.
    const mayBeReserved = !areReservationsKnown && namesReserved(before);
    if (launched.length > 0 && mayBeReserved && requirements.some(({ key }) => key === label.capacityType)) return null;

    const covered = launched.map((node) => isCovered(node, requirements, { catalog, templateLabels }));
    const wanted = Requirements.from(requirements);
    const stays = runningOf(name).map(({ labels }) => Requirements.fromLabels(labels).isCompatible(wanted));

    const all = [...covered, ...stays].filter((isInside) => isInside !== undefined);
    if (all.length === covered.length + stays.length) return all;
    return null;
  };

  return {
    countNodes: (name) => {
      if (isKnown) return certain(name, placed(name)?.nodes.likely ?? 0);
      return null;
    },
    countOutside(name) {
      const all = matches(name);
      return all && certain(name, all.filter((isInside) => !isInside).length);
    },
    countMatching(name) {
      const all = matches(name);
      const isOpen = all !== null && all.length > 0 && all.every(Boolean) && certain(name, 0) === null;
      if (isOpen) return all.length;
      return null;
    },
  };
}

/** A static NodePool without replicas has no nodes, whatever pods there are. */
const hasNoReplicas = (pool: Manifest | undefined): boolean => pool?.get(['spec', 'replicas']) === 0;

const find = (set: ManifestSet, name: string): Manifest | undefined =>
  set.manifests.findLast((manifest) => manifest.kind === 'NodePool' && manifest.name === name);

/** Whether a NodePool launches into capacity reservations as long as there is room, and also without. */
const namesReserved = (pool: Manifest): boolean =>
  requirementsOf(pool).some(
    (entry) =>
      isObject(entry) &&
      entry.key === label.capacityType &&
      entry.operator === 'In' &&
      asList(entry.values).includes('reserved'),
  );

const requirementsOf = (pool: Manifest): readonly Value[] =>
  asList(pool.get(['spec', 'template', 'spec', 'requirements']));

/** The requirements that are new in head. Running nodes satisfy all others, because they were launched with them. */
function changedRequirements(before: Manifest, after: Manifest): RequirementSource[] {
  const earlier = new Set(requirementsOf(before).map(canonical));
  return requirementsOf(after).flatMap((entry) => {
    if (!isObject(entry) || earlier.has(canonical(entry))) return [];
    const { key, operator, values } = entry;
    if (typeof key !== 'string' || typeof operator !== 'string') return [];
    return [{ key, operator, values: Array.isArray(values) ? values.map(String) : [] }];
  });
}

function labelsOf(pool: Manifest): Record<string, string> {
  const labels = pool.get(['spec', 'template', 'metadata', 'labels']);
  if (isObject(labels)) return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]));

  return {};
}

import type { TopologyGroup } from '../topology/topology-group.ts';
import type { PodVariant } from './pod-shape.ts';
import type { SchedulableNode } from './schedulable-node.ts';

/**
 * The existing nodes whose hosts are not full for a topology spread by hostname. All pods of the spread share the list, because a full host stays
 * full for each of them.
 */
export class OpenHosts {
  readonly #nodes: readonly SchedulableNode[];
  readonly #open = new Map<TopologyGroup, readonly number[]>();

  constructor(nodes: readonly SchedulableNode[]) {
    this.#nodes = nodes;
  }

  /**
   * The indexes of the nodes that may take such pods, in ascending order; undefined if any node may. `unrefused` are those that have not refused the
   * pods for good.
   */
  of({ bindings }: PodVariant, unrefused: readonly number[] | undefined): readonly number[] | undefined {
    const spread = bindings.find(
      ({ group, isSelfSelecting }) => group.isHostname && group.term.type === 'topology spread' && isSelfSelecting,
    );
    if (spread === undefined) return unrefused;

    const { group } = spread;
    const before = this.#open.get(group) ?? [...this.#nodes.keys()];
    if (unrefused !== undefined && unrefused.length < before.length) return unrefused;

    const open = before.filter((at) => !group.isFullHost(this.#nodes[at]!.hostname));
    this.#open.set(group, open);
    return open;
  }
}

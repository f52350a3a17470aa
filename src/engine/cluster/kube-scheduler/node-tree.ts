import { label } from '../../karpenter/api/labels.ts';
import type { SchedulerNode } from './framework/scheduler-node.ts';

/** Nodes by zone. kube-scheduler takes one node of each zone in turn. Source: pkg/scheduler/backend/cache/node_tree.go. */
export class NodeTree {
  readonly #zones = new Map<string, SchedulerNode[]>();

  add(node: SchedulerNode): void {
    const zone = zoneOf(node);
    const zoneNodes = this.#zones.get(zone);
    if (zoneNodes === undefined) this.#zones.set(zone, [node]);
    else zoneNodes.push(node);
  }

  remove(node: SchedulerNode): void {
    const zone = zoneOf(node);
    const zoneNodes = (this.#zones.get(zone) ?? []).filter(({ name }) => name !== node.name);
    if (zoneNodes.length === 0) this.#zones.delete(zone);
    else this.#zones.set(zone, zoneNodes);
  }

  list(): readonly SchedulerNode[] {
    const zones = [...this.#zones.values()];
    const longest = zones.reduce((most, { length }) => Math.max(most, length), 0);
    return Array.from({ length: longest }, (_, at) => zones.flatMap((nodes) => nodes[at] ?? [])).flat();
  }
}

const zoneOf = ({ labels }: SchedulerNode): string => `${labels[regionLabel] ?? ''}\0${labels[label.zone] ?? ''}`;
const regionLabel = 'topology.kubernetes.io/region';

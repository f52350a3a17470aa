import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import { isKarpenterNode } from './simulated-cluster.ts';
import type { Peak } from './transition-data.ts';

/** Tracks the highest number of Karpenter nodes at any time. */
export class PeakMeter {
  most: Peak = { nodes: 0, hourlyUsd: 0 };
  #seen: { readonly cluster: Cluster; readonly size: number; readonly peak: Peak };

  constructor(cluster: Cluster) {
    this.#seen = { cluster, size: cluster.nodes.size, peak: [...cluster.nodes.values()].reduce(withNode, this.most) };
    this.most = this.#seen.peak;
    cluster.onAdd = (grown, node) => this.#look(grown, node);
  }

  /** If no node was removed since the last call, only the new node has to be counted. */
  #look(cluster: Cluster, node: ClusterNode): void {
    const { size } = cluster.nodes;
    const isOneMore = cluster === this.#seen.cluster && size === this.#seen.size + 1;
    const peak = isOneMore ? withNode(this.#seen.peak, node) : [...cluster.nodes.values()].reduce(withNode, noNodes);
    this.#seen = { cluster, size, peak };
    if (peak.nodes > this.most.nodes) this.most = peak;
  }
}

const noNodes: Peak = { nodes: 0, hourlyUsd: 0 };

function withNode(peak: Peak, node: ClusterNode): Peak {
  if (!isKarpenterNode(node)) return peak;
  const usd = node.launch === undefined ? null : billedPrice(node.launch);
  const hourlyUsd = peak.hourlyUsd === null || usd === null ? null : peak.hourlyUsd + usd;
  return { nodes: peak.nodes + 1, hourlyUsd };
}

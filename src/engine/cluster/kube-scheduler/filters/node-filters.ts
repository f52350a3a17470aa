import type { Taint } from '../../../karpenter/api/pod.ts';
import { conflicts } from '../../../karpenter/scheduling/host-ports.ts';
import { toleratesTaint, untolerated } from '../../../karpenter/scheduling/taints.ts';
import { type FilterPlugin, type Rejection, rejection } from '../framework/plugin.ts';

const cordon: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
const cordoned = rejection(false, 'node(s) were unschedulable');

/** Source: pkg/scheduler/framework/plugins/nodeunschedulable. */
export const nodeUnschedulable: FilterPlugin = {
  name: 'NodeUnschedulable',
  prepare({ pod }) {
    const isTolerated = pod.tolerations.some((toleration) => toleratesTaint(toleration, cordon));
    return ({ node }) => {
      if (node.isUnschedulable && !isTolerated) return cordoned;
      return undefined;
    };
  },
};

const otherName = rejection(false, "node(s) didn't match the requested node name");

/** Source: pkg/scheduler/framework/plugins/nodename. */
export const nodeName: FilterPlugin = {
  name: 'NodeName',
  prepare({ pod }) {
    const wanted = pod.pod.spec.nodeName;
    if (wanted)
      return ({ node }) => {
        if (node.name === wanted) return undefined;
        return otherName;
      };
    return undefined;
  },
};

const tainted = rejection(false, 'node(s) had untolerated taint(s)');

/** PreferNoSchedule is scored and not filtered. Source: pkg/scheduler/framework/plugins/tainttoleration. */
export const taintFilter: FilterPlugin = {
  name: 'TaintToleration',
  prepare({ pod, release }) {
    return ({ node: { taints } }) => {
      if (taints.length === 0) return undefined;
      const taint = untolerated(taints, pod.tolerations).find(({ effect }) => effect !== 'PreferNoSchedule');
      if (taint === undefined) return undefined;
      if (!release.namesTaint) return tainted;
      return rejection(false, `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`);
    };
  },
};

const otherNodes = rejection(false, "node(s) didn't match Pod's node affinity/selector");

/** Source: pkg/scheduler/framework/plugins/nodeaffinity. */
export const nodeAffinityFilter: FilterPlugin = {
  name: 'NodeAffinity',
  prepare({ pod: { requiredNodes } }) {
    return (
      requiredNodes &&
      (({ node }) => {
        if (requiredNodes(node)) return undefined;
        return otherNodes;
      })
    );
  },
};

const portTaken = rejection(true, "node(s) didn't have free ports for the requested pod ports");

/** Source: pkg/scheduler/framework/plugins/nodeports. */
export const nodePorts: FilterPlugin = {
  name: 'NodePorts',
  prepare({ pod: { ports } }) {
    if (ports.length === 0) return undefined;
    return (node): Rejection | undefined => {
      if (conflicts(ports, node.ports)) return portTaken;
      return undefined;
    };
  },
};

import { label } from '../../../karpenter/api/labels.ts';
import type { NodePool, NodePoolRequirement } from '../../../karpenter/api/node-pool.ts';
import type { Container, Pod, PodSpec, Taint } from '../../../karpenter/api/pod.ts';
import { formatResource, parseResource } from '../../../karpenter/api/quantity.ts';
import type { InstanceTypes } from '../../../karpenter/cloud-provider/instance-types.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { SchedulerInput, StaticPoolInput } from '../input/scheduler-input.ts';

/** Returns a changed copy of a pass's input; undefined if the change cannot be made. */
export type InputEdit = (input: SchedulerInput) => SchedulerInput | undefined;

const editPool =
  (name: string, edit: (nodePool: NodePool) => NodePool): InputEdit =>
  (input) => ({
    ...input,
    nodePools: input.nodePools.map((pool) => {
      if (pool.nodePool.metadata.name === name) return { ...pool, nodePool: edit(pool.nodePool) };
      return pool;
    }),
  });

const editPods =
  (workload: string, edit: (spec: PodSpec) => PodSpec | undefined): InputEdit =>
  (input) => {
    const specs = new Map<Pod, PodSpec | undefined>();
    for (const podClass of input.podClasses)
      if (podClass.workload === workload) specs.set(podClass.pod, edit(podClass.pod.spec));
    if ([...specs.values()].includes(undefined)) return undefined;

    return {
      ...input,
      podClasses: input.podClasses.map((podClass) => {
        const spec = specs.get(podClass.pod);
        if (spec === undefined) return podClass;
        return { ...podClass, pod: { ...podClass.pod, spec } };
      }),
    };
  };

function editRequirements(
  name: string,
  edit: (requirements: readonly NodePoolRequirement[]) => readonly NodePoolRequirement[],
): InputEdit {
  return editPool(name, ({ spec, ...rest }) => ({
    ...rest,
    spec: {
      ...spec,
      template: {
        ...spec.template,
        spec: { ...spec.template.spec, requirements: edit(spec.template.spec.requirements ?? []) },
      },
    },
  }));
}

const isOn =
  (key: string) =>
  ({ key: written, operator }: NodePoolRequirement): boolean =>
    Requirement.from({ key: written, operator }).key === key;

/** Removes a NodePool's requirements on a label. */
export const dropRequirement = (nodePool: string, key: string): InputEdit =>
  editRequirements(nodePool, (all) => all.filter((requirement) => !isOn(key)(requirement)));

/** Allows one more value in a NodePool's requirements on a label. `Gt` and `Lt` stay as they are, because a single value cannot widen a bound. */
export const allowValue = (nodePool: string, key: string, value: string): InputEdit =>
  editRequirements(nodePool, (all) =>
    all.map((requirement): NodePoolRequirement => {
      const { operator, values = [] } = requirement;
      if (!isOn(key)(requirement)) return requirement;
      if (operator === 'In') return { ...requirement, values: [...values, value] };
      if (operator === 'NotIn') return { ...requirement, values: values.filter((other) => other !== value) };
      return requirement;
    }),
  );

/** Adds a requirement to a NodePool. */
export const addRequirement = (nodePool: string, requirement: NodePoolRequirement): InputEdit =>
  editRequirements(nodePool, (all) => [...all, requirement]);

/** Gives a NodePool other instance types. */
export const setInstanceTypes =
  (nodePool: string, instanceTypes: InstanceTypes): InputEdit =>
  (input) => ({
    ...input,
    nodePools: input.nodePools.map((pool) => {
      if (pool.nodePool.metadata.name === nodePool) return { ...pool, instanceTypes };
      return pool;
    }),
  });

/** Adds nodes of a static NodePool. */
export const addNodes =
  ({ moreNodes }: StaticPoolInput, count: number): InputEdit =>
  (input) => {
    const nodes = moreNodes(count);
    if (nodes.length < count) return undefined;
    return { ...input, existingNodes: [...input.existingNodes, ...nodes] };
  };

/** Both changes. */
export const both =
  (first: InputEdit, second: InputEdit): InputEdit =>
  (input) => {
    const changed = first(input);
    return changed && second(changed);
  };

/** Sets the `minValues` of a NodePool's requirement on a label. */
export const setMinValues = (nodePool: string, key: string, minValues: number): InputEdit =>
  editRequirements(nodePool, (all) =>
    all.map((requirement) => {
      if (isOn(key)(requirement) && requirement.minValues !== undefined) return { ...requirement, minValues };
      return requirement;
    }),
  );

/** Adds a label to the nodes of a NodePool. */
export const addNodeLabel = (nodePool: string, key: string, value: string): InputEdit =>
  editPool(nodePool, ({ spec, ...rest }) => ({
    ...rest,
    spec: {
      ...spec,
      template: {
        ...spec.template,
        metadata: { ...spec.template.metadata, labels: { ...spec.template.metadata?.labels, [key]: value } },
      },
    },
  }));

/** Sets a limit of a NodePool, or removes it if the amount is undefined. */
export const setLimit = (nodePool: string, resource: string, amount: string | undefined): InputEdit =>
  editPool(nodePool, ({ spec, ...rest }) => {
    const { [resource]: _, ...others } = spec.limits ?? {};

    const limits = () => {
      if (amount === undefined) return others;
      return { ...others, [resource]: amount };
    };

    return { ...rest, spec: { ...spec, limits: limits() } };
  });

/** Adds tolerations for taints to the pods of a workload. */
export const addTolerations = (workload: string, taints: readonly Taint[]): InputEdit =>
  editPods(workload, (spec) => ({
    ...spec,
    tolerations: [
      ...(spec.tolerations ?? []),
      ...taints.map(({ key, value, effect }) => {
        if (value) return { key, operator: 'Equal', value, effect };
        return { key, operator: 'Exists', effect };
      }),
    ],
  }));

/** Removes a label from the node selector and the required node affinity of a workload's pods. */
export const dropPodRequirement = (workload: string, key: string): InputEdit =>
  editPods(workload, (spec) => {
    const isOther = (requirement: NodePoolRequirement): boolean => !isOn(key)(requirement);
    const { nodeAffinity, ...affinity } = spec.affinity ?? {};
    const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;

    const terms = required?.nodeSelectorTerms.map((term) => ({
      ...term,
      ...(term.matchExpressions && { matchExpressions: term.matchExpressions.filter(isOther) }),
    }));

    return {
      ...spec,
      nodeSelector: Object.fromEntries(
        Object.entries(spec.nodeSelector ?? {}).filter(([name]) => isOther({ key: name, operator: 'Exists' })),
      ),
      affinity: {
        ...affinity,
        ...(nodeAffinity && {
          nodeAffinity: {
            ...nodeAffinity,
            ...(terms && { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } }),
          },
        }),
      },
    };
  });

/** Turns a required topology spread or pod (anti-)affinity over a label into a preferred one. */
export const preferInsteadOfRequire = (
  workload: string,
  type: 'topology spread' | 'pod affinity' | 'pod anti-affinity',
  key: string,
): InputEdit =>
  editPods(workload, (spec) => {
    if (type === 'topology spread')
      return {
        ...spec,
        topologySpreadConstraints: (spec.topologySpreadConstraints ?? []).map((spread) => {
          if (spread.topologyKey !== key) return spread;
          // The API server accepts `minDomains` only with `DoNotSchedule`. Source: kubernetes pkg/apis/core/validation validateMinDomains.
          const { minDomains: _, ...relaxed } = spread;
          return { ...relaxed, whenUnsatisfiable: 'ScheduleAnyway' };
        }),
      };

    const field = type === 'pod affinity' ? 'podAffinity' : 'podAntiAffinity';
    const {
      requiredDuringSchedulingIgnoredDuringExecution: required = [],
      preferredDuringSchedulingIgnoredDuringExecution: preferred = [],
    } = spec.affinity?.[field] ?? {};

    const relaxed = required.filter(({ topologyKey }) => topologyKey === key);

    return {
      ...spec,
      affinity: {
        ...spec.affinity,
        [field]: {
          requiredDuringSchedulingIgnoredDuringExecution: required.filter(({ topologyKey }) => topologyKey !== key),
          preferredDuringSchedulingIgnoredDuringExecution: [
            ...preferred,
            ...relaxed.map((podAffinityTerm) => ({ weight: 1, podAffinityTerm })),
          ],
        },
      },
    };
  });

/** Lowers a workload's request for a resource, in the container that requests the most. */
export const lowerRequest = (workload: string, resource: string, excess: number): InputEdit =>
  editPods(workload, (spec) => {
    if (spec.resources?.requests?.[resource] !== undefined) return undefined;

    const amountOf = ({ resources }: Container): number =>
      parseResource(resource, resources?.requests?.[resource] ?? 0) ?? 0;

    const largest = [...spec.containers].sort((a, b) => amountOf(b) - amountOf(a))[0];
    if (largest === undefined || amountOf(largest) <= excess) return undefined;

    const amount = formatResource(resource, amountOf(largest) - excess);

    const relaxed = (container: Container): Container => ({
      ...container,
      resources: { ...container.resources, requests: { ...container.resources?.requests, [resource]: amount } },
    });

    return {
      ...spec,
      containers: spec.containers.map((container) => {
        if (container === largest) return relaxed(container);
        return container;
      }),
    };
  });

/** The name of a label in a sentence. */
export const labelName = (key: string): string => {
  if (key === label.zone) return 'zone';
  if (key === label.capacityType) return 'capacity type';
  return `\`${key}\``;
};

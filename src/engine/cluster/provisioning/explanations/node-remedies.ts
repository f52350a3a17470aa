import { label } from '../../../karpenter/api/labels.ts';
import { formatResource } from '../../../karpenter/api/quantity.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { LackingResource, NodeRemedy } from '../input/scheduler-input.ts';
import { overlaidTypes } from '../instance-types/overlaid-types.ts';
import type { KnownNodePool } from '../node-pools/node-pools.ts';
import { customLabels } from '../node-pools/node-pools.ts';
import type { Simulator } from '../simulator/simulator.ts';

/** What remedies depend on, in addition to the NodePool. */
interface RemedyFacts {
  readonly simulator: Simulator;
  /** Resource → how many of it nodes advertise for each device. */
  readonly shared: ReadonlyMap<string, number>;
}

/** What could give the nodes of a NodePool more of a resource: changes to its class, then a NodeOverlay. */
export function* nodeRemedies(
  pool: KnownNodePool,
  lacking: LackingResource,
  { simulator, shared }: RemedyFacts,
): Generator<NodeRemedy> {
  const { nodePool, nodeClass, provider, zones } = pool;
  const { catalog } = simulator;
  const launching = simulator.launchingOf(provider);

  for (const remedy of launching?.classRemedies?.(nodeClass, { ...lacking, catalog }) ?? []) {
    const resolvedBy = { launching: launching!, customLabels: customLabels(nodePool) };
    yield { change: remedy.change, instanceTypes: simulator.resolve(remedy.nodeClass, zones, resolvedBy) };
  }

  yield* overlay(pool, lacking, { simulator, shared });
}

/**
 * A NodeOverlay tells Karpenter what nodes will have. Only for resources that no instance type has, and for devices that a device plugin
 * shares: other devices of an instance type are as many as it has. Source: karpenter.sh/docs/concepts/nodeoverlays, "Extended resources".
 */
function* overlay(
  { name, nodePool, instanceTypes }: KnownNodePool,
  { resource, requested, instanceType }: LackingResource,
  { simulator: { karpenter, karpenterSettings }, shared }: RemedyFacts,
): Generator<NodeRemedy> {
  const column = instanceTypes.capacity.get(resource);
  const isStandard = !resource.includes('/') && !resource.startsWith('hugepages-');
  const slices = shared.get(resource) ?? 0;
  if (!karpenter.nodeOverlay || isStandard || (column !== undefined && slices === 0)) return;

  const devices = () => {
    if (instanceType === undefined) return 0;
    return column?.[instanceTypes.names.indexOf(instanceType)] || 0;
  };

  const amount = formatResource(resource, column === undefined ? requested : devices() * slices);

  const overlaid = overlaidTypes(
    [
      {
        name,
        labels: nodePool.spec.template.metadata?.labels ?? {},
        instanceTypes,
        requirements: nodePool.spec.template.spec.requirements ?? [],
      },
    ],
    [
      {
        metadata: { name },
        spec: {
          requirements: [{ key: label.nodePool, operator: 'In', values: [name] }],
          capacity: { [resource]: amount },
        },
      },
    ],
    karpenter,
  );

  const gate = textIf(
    karpenterSettings.featureGates.nodeOverlay !== true,
    ', and turn on the feature gate `NodeOverlay`',
  );
  const source = resource.startsWith('hugepages-') ? 'the nodes reserve' : 'a device plugin offers';

  yield {
    change: `add a NodeOverlay for NodePool \`${name}\` with the \`capacity\` that ${source}, such as \`${resource}: ${amount}\`${gate}`,
    instanceTypes: overlaid.instanceTypes.get(name)!,
  };
}

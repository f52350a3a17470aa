import type { NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { concernsNodes } from '../../cluster/disruption/node-counts.ts';
import type { Change, Effect } from '../../manifest/change.ts';
import { isNodeClassKind, nodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import type { Review } from '../../review/context/review-data.ts';
import { firstNames } from '../../text/words/quoted-names.ts';

/** NodePools that are affected by a change to their node class, but do not change themselves. */
interface PoolsOfChangedClass {
  /** One NodePool with affected nodes, or all NodePools of a class for which no running nodes are known. */
  readonly pools: readonly [NodePoolDisruption, ...NodePoolDisruption[]];
  readonly effect: Effect;
  readonly classKind: string;
  /** Whether the class is removed, or gets another name, so that nothing launches nodes with it. */
  readonly isRemoved: boolean;
  /** The change of the class. */
  readonly change: Change | undefined;
}

/** First each NodePool with affected nodes on its own, then the others, grouped by class and effect. */
export function poolsOfChangedClasses({
  changes,
  disruption,
}: Pick<Review, 'changes' | 'disruption'>): PoolsOfChangedClass[] {
  const changed = new Set(
    changes.flatMap(({ resource }) => {
      if (resource.kind === 'NodePool') return [resource.name];
      return [];
    }),
  );
  const dependent = disruption.nodePools.filter(({ name, effect }) => !changed.has(name) && effect !== 'none');
  const idle = new Map<string, [NodePoolDisruption, ...NodePoolDisruption[]]>();
  for (const pool of dependent.filter(isIdle)) {
    const key = JSON.stringify([pool.nodeClass, pool.effect]);
    const group = idle.get(key);
    if (group) group.push(pool);
    else idle.set(key, [pool]);
  }

  return [...dependent.filter((pool) => !isIdle(pool)).map((pool) => [pool] as const), ...idle.values()].map(
    (pools) => ({
      pools: [...pools],
      effect: pools[0].effect,
      classKind: classChange(pools[0], changes)?.resource.kind ?? nodeClassKind,
      isRemoved: classChange(pools[0], changes)?.type === 'removed',
      change: classChange(pools[0], changes),
    }),
  );
}

const classChange = ({ nodeClass }: NodePoolDisruption, changes: Review['changes']): Change | undefined =>
  changes.find(({ resource: { kind, name } }) => name === nodeClass && isNodeClassKind(kind));

const isIdle = (pool: NodePoolDisruption): boolean => !concernsNodes(pool);

const shownNames = 6;

/** The NodePools, and what happens to their nodes, for where their number is not shown. */
interface PoolsOfChangedClassText {
  /** `NodePools a, b, whose EC2NodeClass c changes`. */
  readonly subject: string;
  /** `all of their nodes must be replaced`. */
  readonly effect: string;
}

/** `quoted` escapes a name. */
export function poolsOfChangedClassText(
  { pools, effect, classKind, isRemoved }: PoolsOfChangedClass,
  quoted: (name: string) => string,
): PoolsOfChangedClassText {
  const names = pools.map(({ name }) => quoted(name));
  const { nodeClass } = pools[0];
  const changed = nodeClass === null ? classKind : `${classKind} ${quoted(nodeClass)}`;
  const [noun, whose] = pools.length === 1 ? ['NodePool', 'its'] : ['NodePools', 'their'];

  if (isRemoved && effect === 'new-nodes')
    return {
      subject: `${noun} ${firstNames(names, shownNames)}, whose ${changed} is removed`,
      effect: 'no new nodes can be launched, and running nodes stay',
    };

  return {
    subject: `${noun} ${firstNames(names, shownNames)}, whose ${changed} changes`,
    effect: effectText(effect, whose),
  };
}

function effectText(effect: Effect, whose: string): string {
  switch (effect) {
    case 'all-nodes':
      return `all of ${whose} nodes must be replaced`;
    case 'some-nodes':
      return `${whose} nodes that no longer match must be replaced`;
    case 'delete':
      return `${whose} nodes are deleted`;
    case 'new-nodes':
      return 'new nodes may differ, and no running node drifts';
    case 'unknown':
      return `the effect on ${whose} nodes is unknown`;
    case 'none':
      return 'running nodes stay';
  }
}

import type { EC2NodeClass } from '../../../../src/engine/aws/node-class/ec2-node-class.ts';
import { ec2NodeClassHash } from '../../../../src/engine/aws/node-class/node-class-hash.ts';
import { nodePoolHash } from '../../../../src/engine/changes/diff/hash/drift-hash.ts';
import { label } from '../../../../src/engine/karpenter/api/labels.ts';
import type { NodePool } from '../../../../src/engine/karpenter/api/node-pool.ts';
import type { InstanceTypes } from '../../../../src/engine/karpenter/cloud-provider/instance-types.ts';
import type { KubeObject } from '../../generator/draft.ts';
import { Random } from '../../generator/random.ts';
import { simulatorFor } from '../../scenario.ts';
import type { WorldSettings } from '../world.ts';

export const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];

/** Facts about a NodePool that later parts need. */
export interface PoolFacts {
  readonly object: KubeObject;
  readonly name: string;
  readonly nodeClass: string;
  readonly capacityTypes: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly object[];
  /** Instance types that its requirements allow and that all zones offer. */
  readonly types: readonly string[];
}

export interface NodeFacts {
  readonly name: string;
  readonly pool: PoolFacts;
  readonly zone: string;
  /** Free capacity: thousandths of a CPU, bytes, pods. */
  readonly free: { cpu: number; memory: number; pods: number };
  /** Workloads of its pods. */
  readonly workloads: string[];
}

/** Features that prevent the disruption of nodes. */
const obstacles = [
  'pdb',
  'do-not-disrupt-node',
  'do-not-disrupt-pod',
  'no-hash-annotations',
  'not-ready',
  'recent-pod-event',
  'static-pool',
];

/** A generated cluster in progress: its objects, and the features that it uses. */
export class WorldDraft {
  readonly random: Random;
  readonly kind: WorldSettings['kind'];
  readonly now: number;
  /** From seed 1000 on, few things prevent disruption. Without that, half of the clusters never start anything. */
  readonly isOpen: boolean;
  readonly objects: KubeObject[] = [];
  /** Settings in scenario.json, except those that are the same for every cluster. */
  readonly settings: { -readonly [K in keyof WorldSettings]?: WorldSettings[K] } = {};
  readonly pools: PoolFacts[] = [];
  readonly nodes: NodeFacts[] = [];
  readonly daemons: { readonly name: string; readonly cpu: number; readonly memory: number }[] = [];
  readonly #features = new Set<string>();

  constructor(seed: number, kind: WorldSettings['kind']) {
    this.random = new Random(seed);
    this.kind = kind;
    this.isOpen = seed >= 1000;
    const moments = ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z', '2026-03-02T23:30:00Z', '2026-03-07T16:59:00Z'];
    this.now = Date.parse(this.random.pick(...moments));
  }

  /** Decides whether to use a feature here. */
  has(feature: string, probability: number): boolean {
    const chosen = this.random.chance(this.isOpen && obstacles.includes(feature) ? probability / 4 : probability);
    if (chosen) this.#features.add(feature);
    return chosen;
  }

  note(feature: string): void {
    this.#features.add(feature);
  }

  features(): string[] {
    return [...this.#features].sort();
  }

  /** A time that many seconds before the beginning. */
  ago(seconds: number): string {
    return new Date(this.now - seconds * 1000).toISOString().replace('.000Z', 'Z');
  }
}

const simulator = simulatorFor({ region: 'us-east-1' });

/** The catalog as AL2023 sees it: labels, capacity and allocatable of every instance type. */
export const instanceTypes: InstanceTypes = simulator.resolve(
  {
    metadata: { name: 'default' },
    spec: { amiSelectorTerms: [{ alias: 'al2023@latest' }] },
  } as unknown as EC2NodeClass,
  zones,
);

/** A type's label, if it has exactly one value. */
export function labelOf(type: string, key: string): string | undefined {
  const values = instanceTypes.labels.get(key)?.[instanceTypes.names.indexOf(type)] ?? [];
  return values.length === 1 ? values[0] : undefined;
}

export const labelsOf = (type: string): Record<string, string> =>
  Object.fromEntries(
    [...instanceTypes.labels.keys()].flatMap((key) => {
      const value = labelOf(type, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** Whether all zones offer the instance type. */
export const isEverywhere = (type: string): boolean =>
  zones.every((zone) =>
    instanceTypes.offerings[instanceTypes.names.indexOf(type)]?.some((offering) => offering.zone === zone),
  );

/** Amounts as they are in the status of a node. */
export function amountsOf(columns: ReadonlyMap<string, Float64Array>, type: string): Record<string, string> {
  const index = instanceTypes.names.indexOf(type);
  return Object.fromEntries(
    ['cpu', 'memory', 'ephemeral-storage', 'pods'].map((key) => {
      const amount = columns.get(key)![index]!;
      return [key, key === 'cpu' ? `${amount}m` : String(amount)];
    }),
  );
}

/** The annotations of a node that was launched from the current state of its NodePool and node class. */
export function hashAnnotations(pool: PoolFacts, draft: WorldDraft): Record<string, string> {
  const nodeClass = draft.objects.find(
    ({ kind, metadata }) => kind === 'EC2NodeClass' && metadata.name === pool.nodeClass,
  );
  return {
    'karpenter.sh/nodepool-hash': nodePoolHash(pool.object as unknown as NodePool, 'v3')!,
    'karpenter.sh/nodepool-hash-version': 'v3',
    'karpenter.k8s.aws/ec2nodeclass-hash': ec2NodeClassHash(nodeClass as unknown as EC2NodeClass, 'v5')!,
    'karpenter.k8s.aws/ec2nodeclass-hash-version': 'v5',
  };
}

export const zoneIds: Readonly<Record<string, string>> = {
  'us-east-1a': 'use1-az1',
  'us-east-1b': 'use1-az2',
  'us-east-1c': 'use1-az3',
};

export const zoneLabel = label.zone;

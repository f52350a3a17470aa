import type { PodAffinityTerm, PodSpec, TopologySpreadConstraint } from '../../../src/engine/karpenter/api/pod.ts';
import type { RecordedCluster, RecordedPod } from '../../oracle/kube-scheduler/cluster.ts';
import { Random } from '../generator/random.ts';

/** Generated clusters for kube-scheduler: 1 to 300 nodes, with pods that concern each of its plugins. */
export const generatedClusters = (count: number): readonly RecordedCluster[] =>
  Array.from({ length: count }, (_, seed) => new Generator(seed + 1).cluster());

const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
const apps = ['web', 'api', 'db', 'cache'];
const namespaces = ['default', 'prod'];
const ebs = 'ebs.csi.aws.com';
const zoneKey = 'topology.kubernetes.io/zone';
const hostKey = 'kubernetes.io/hostname';

class Generator {
  readonly #random: Random;
  readonly #seed: number;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#seed = seed;
  }

  cluster(): RecordedCluster {
    const nodes = Array.from({ length: this.#nodeCount() }, (_, at) => this.#node(at));
    const storage = this.#storage(nodes.map(({ metadata }) => metadata.name));
    const context = { nodes: nodes.length, claims: storage.claims.map(({ metadata }) => metadata.name) };
    const bound = nodes.flatMap(({ metadata }) => this.#boundPods(metadata.name, context));
    const pending = Array.from({ length: this.#int(4, 9) }, (_, at) => {
      const startTime = new Date(1_764_000_000_000 + this.#int(0, 999_999) * 1000).toISOString();
      return { ...this.#pod(`pending-${at}`, context), status: { phase: 'Pending', startTime } };
    });
    return {
      nodes,
      bound,
      pending,
      namespaces: namespaces.map((name) => ({ metadata: { name, labels: { team: name, all: 'yes' } } })),
      services: this.#one(0.5)
        ? [{ metadata: { name: 'web', namespace: 'default' }, spec: { selector: { app: 'web' } } }]
        : [],
      replicaSets: namespaces.flatMap((namespace) =>
        apps.slice(0, 2).map((app) => ({
          metadata: { name: app, namespace },
          spec: { selector: { matchLabels: { app, 'pod-template-hash': '1' } } },
        })),
      ),
      statefulSets: namespaces.map((namespace) => ({
        metadata: { name: 'db', namespace },
        spec: { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['db'] }] } },
      })),
      ...storage,
      budgets: this.#one(0.3)
        ? [
            {
              metadata: { name: 'web', namespace: 'default' },
              spec: { selector: { matchLabels: { app: 'web' } } },
              status: { disruptionsAllowed: this.#int(0, 1) },
            },
          ]
        : [],
    };
  }

  #one = (chance: number): boolean => this.#random.next() < chance;
  #int = (low: number, high: number): number => low + Math.floor(this.#random.next() * (high - low + 1));
  #pick = <T>(all: readonly T[]): T => all[this.#int(0, all.length - 1)]!;

  /** Mostly small clusters. Every eighth has more than the 100 nodes from which kube-scheduler looks only at some. */
  #nodeCount(): number {
    if (this.#seed % 16 === 0) return this.#int(101, 300);
    return this.#seed % 4 === 0 ? this.#int(13, 60) : this.#int(1, 12);
  }

  #node(at: number): RecordedCluster['nodes'][number] {
    const name = `node-${String(at).padStart(3, '0')}`;
    const size = this.#pick([2, 4, 8, 16]);
    const taints = [
      ...(this.#one(0.1) ? [{ key: 'dedicated', value: this.#pick(['gpu', 'batch']), effect: 'NoSchedule' }] : []),
      ...(this.#one(0.15) ? [{ key: 'spot', value: 'true', effect: 'PreferNoSchedule' }] : []),
      ...(this.#one(0.05) ? [{ key: 'old', effect: 'PreferNoSchedule' }] : []),
      ...(this.#one(0.03) ? [{ key: 'leaving', effect: 'NoExecute' }] : []),
    ];
    const isUnschedulable = this.#one(0.04);
    return {
      metadata: {
        name,
        labels: {
          [hostKey]: name,
          ...(this.#one(0.95) && { [zoneKey]: this.#pick(zones), 'topology.kubernetes.io/region': 'us-east-1' }),
          ...(this.#one(0.5) && { disk: this.#pick(['ssd', 'hdd']) }),
          cores: `${size}`,
        },
      },
      spec: { ...(taints.length > 0 && { taints }), ...(isUnschedulable && { unschedulable: true }) },
      status: {
        allocatable: {
          cpu: `${size * 1000 - this.#int(40, 150)}m`,
          memory: `${size * this.#pick([2, 4, 8]) * 1024 * 1024 - this.#int(0, 900_000)}Ki`,
          'ephemeral-storage': '50Gi',
          pods: `${this.#pick([4, 12, 29, 58])}`,
          ...(this.#one(0.1) && { 'nvidia.com/gpu': `${this.#int(1, 4)}` }),
        },
      },
    };
  }

  #boundPods(nodeName: string, context: Context): RecordedPod[] {
    return Array.from({ length: this.#int(0, 4) }, (_, at): RecordedPod => {
      const pod = this.#pod(`${nodeName}-${at}`, { ...context, isBound: true });
      const isLeaving = this.#one(0.05);
      return {
        ...pod,
        metadata: {
          ...pod.metadata,
          ...(isLeaving && { deletionTimestamp: '2026-11-25T12:00:00Z', finalizers: ['example.com/wait'] }),
        },
        spec: { ...pod.spec, nodeName },
        status: {
          phase: 'Running',
          startTime: new Date(1_764_000_000_000 + this.#int(0, 999_999) * 1000).toISOString(),
        },
      };
    });
  }

  #pod(name: string, { claims, isBound = false }: Context): RecordedPod {
    const app = this.#pick(apps);
    const namespace = this.#pick(namespaces);
    const owner = app === 'db' ? 'StatefulSet' : app === 'cache' ? undefined : 'ReplicaSet';
    const claim = claims.length > 0 && this.#one(isBound ? 0.1 : 0.2) ? this.#pick(claims) : undefined;
    return {
      metadata: {
        name,
        namespace: claim === undefined ? namespace : 'default',
        uid: name,
        labels: { app, 'pod-template-hash': this.#pick(['1', '2']), tier: this.#pick(['front', 'back']) },
        ...(owner && {
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: owner, name: app, uid: `${owner}-${app}`, controller: true as const },
          ],
        }),
      },
      spec: {
        schedulerName: 'default-scheduler',
        priority: this.#pick(isBound ? [0, 0, 0, 100, 1000, -10] : [0, 0, 100, 5000]),
        containers: this.#containers(isBound),
        ...(this.#one(0.2) && { initContainers: this.#initContainers() }),
        ...(this.#one(0.05) && { overhead: { cpu: '250m', memory: '120Mi' } }),
        ...this.#placement(isBound),
        ...(this.#one(0.04) && { preemptionPolicy: 'Never' }),
        ...(claim && { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }] }),
      } as PodSpec,
    };
  }

  #containers(isBound: boolean): PodSpec['containers'] {
    return Array.from({ length: this.#one(0.2) ? 2 : 1 }, (_, at) => {
      const requests = {
        ...(this.#one(0.85) && {
          cpu: this.#pick(isBound ? ['100m', '250m', '1', '1500m'] : ['50m', '500m', '2', '3700m', '9']),
        }),
        ...(this.#one(0.8) && {
          memory: this.#pick(isBound ? ['128Mi', '1Gi', '1500M'] : ['64Mi', '700Mi', '4Gi', '20Gi']),
        }),
        ...(this.#one(0.1) && { 'ephemeral-storage': this.#pick(['1Gi', '20Gi', '60Gi']) }),
        ...(this.#one(isBound ? 0.01 : 0.05) && { 'nvidia.com/gpu': '1' }),
      };
      const port = this.#pick([8080, 9090]);
      const ports = this.#one(isBound ? 0.05 : 0.1)
        ? [{ containerPort: port, hostPort: port, protocol: 'TCP', ...(this.#one(0.3) && { hostIP: '127.0.0.1' }) }]
        : undefined;
      return { name: `c${at}`, image: `example.com/app-${at}`, resources: { requests }, ...(ports && { ports }) };
    });
  }

  #initContainers(): PodSpec['containers'] {
    return [
      {
        name: 'init',
        image: 'example.com/init',
        resources: { requests: { cpu: this.#pick(['100m', '2']), memory: '256Mi' } },
        ...(this.#one(0.3) && { restartPolicy: 'Always' }),
      } as PodSpec['containers'][number],
    ];
  }

  #placement(isBound: boolean): Partial<PodSpec> {
    const rate = isBound ? 0.4 : 1;
    const spread = [
      ...(this.#one(0.2 * rate) ? [this.#spread(zoneKey)] : []),
      ...(this.#one(0.2 * rate) ? [this.#spread(hostKey)] : []),
    ];
    const nodeAffinity = this.#nodeAffinity(rate);
    const podAffinity = this.#podAffinity(0.15 * rate);
    const podAntiAffinity = this.#podAffinity(0.2 * rate);
    const affinity = {
      ...(nodeAffinity && { nodeAffinity }),
      ...(podAffinity && { podAffinity }),
      ...(podAntiAffinity && { podAntiAffinity }),
    };
    return {
      ...(this.#one(0.1 * rate) && { nodeSelector: { disk: this.#pick(['ssd', 'hdd']) } }),
      ...(Object.keys(affinity).length > 0 && { affinity }),
      ...(this.#one(0.3) && {
        tolerations: [
          this.#pick([
            { operator: 'Exists' },
            { key: 'dedicated', operator: 'Equal', value: 'gpu', effect: 'NoSchedule' },
            { key: 'spot', operator: 'Exists', effect: 'PreferNoSchedule' },
            { key: 'dedicated', operator: 'Exists' },
            { key: 'node.kubernetes.io/unschedulable', operator: 'Exists' },
          ]),
        ],
      }),
      ...(spread.length > 0 && { topologySpreadConstraints: spread }),
    };
  }

  #spread(topologyKey: string): TopologySpreadConstraint {
    const whenUnsatisfiable = this.#pick(['DoNotSchedule', 'ScheduleAnyway']);
    return {
      maxSkew: this.#int(1, 3),
      topologyKey,
      whenUnsatisfiable,
      labelSelector: { matchLabels: { app: this.#pick(apps) } },
      ...(whenUnsatisfiable === 'DoNotSchedule' && this.#one(0.2) && { minDomains: this.#int(2, 4) }),
      ...(this.#one(0.2) && { nodeTaintsPolicy: 'Honor' }),
      ...(this.#one(0.15) && { nodeAffinityPolicy: 'Ignore' }),
      ...(this.#one(0.15) && { matchLabelKeys: ['pod-template-hash'] }),
    };
  }

  #nodeAffinity(rate: number): NonNullable<PodSpec['affinity']>['nodeAffinity'] | undefined {
    const term = () => ({
      matchExpressions: [
        this.#pick([
          { key: 'disk', operator: 'In', values: ['ssd'] },
          { key: 'disk', operator: 'NotIn', values: ['hdd'] },
          { key: 'disk', operator: 'Exists' },
          { key: 'cores', operator: 'Gt', values: ['3'] },
          { key: 'cores', operator: 'Lt', values: ['9'] },
          { key: zoneKey, operator: 'In', values: [this.#pick(zones), this.#pick(zones)] },
        ]),
      ],
    });
    const required = this.#one(0.15 * rate)
      ? { nodeSelectorTerms: this.#one(0.3) ? [term(), term()] : [term()] }
      : undefined;
    const preferred = this.#one(0.2 * rate)
      ? [
          { weight: this.#int(1, 100), preference: term() },
          { weight: this.#int(1, 100), preference: term() },
        ]
      : undefined;
    if (required === undefined && preferred === undefined) return undefined;
    return {
      ...(required && { requiredDuringSchedulingIgnoredDuringExecution: required }),
      ...(preferred && { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
    };
  }

  #podAffinity(rate: number): NonNullable<PodSpec['affinity']>['podAffinity'] | undefined {
    const term = (): PodAffinityTerm => ({
      topologyKey: this.#pick([zoneKey, hostKey, hostKey]),
      labelSelector: this.#one(0.8)
        ? { matchLabels: { app: this.#pick(apps) } }
        : { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['back'] }] },
      ...(this.#one(0.15) && { namespaces: ['prod'] }),
      ...(this.#one(0.15) && { namespaceSelector: this.#pick([{}, { matchLabels: { team: 'prod' } }]) }),
    });
    const required = this.#one(rate) ? [term()] : undefined;
    const preferred = this.#one(rate)
      ? [
          { weight: this.#int(1, 100), podAffinityTerm: term() },
          { weight: this.#int(1, 100), podAffinityTerm: term() },
        ]
      : undefined;
    if (required === undefined && preferred === undefined) return undefined;
    return {
      ...(required && { requiredDuringSchedulingIgnoredDuringExecution: required }),
      ...(preferred && { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
    };
  }

  #storage(nodes: readonly string[]): Pick<RecordedCluster, 'claims' | 'volumes' | 'storageClasses' | 'csiNodes'> {
    const isUsed = this.#one(0.4);
    const claim = (name: string, storageClassName: string, volumeName?: string): RecordedCluster['claims'][number] => ({
      metadata: {
        name,
        namespace: 'default',
        uid: name,
        ...(volumeName && bindingDone),
      } as RecordedCluster['claims'][number]['metadata'],
      spec: {
        storageClassName,
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        ...(volumeName && { volumeName }),
      },
      status: { phase: volumeName ? 'Bound' : 'Pending' },
    });
    const volume = (name: string, zone: string, hasLabel: boolean): RecordedCluster['volumes'][number] => ({
      metadata: { name, ...(hasLabel && { labels: { [zoneKey]: zone } }) },
      spec: {
        csi: { driver: ebs, volumeHandle: name },
        ...(!hasLabel && {
          nodeAffinity: {
            required: { nodeSelectorTerms: [{ matchExpressions: [{ key: zoneKey, operator: 'In', values: [zone] }] }] },
          },
        }),
        storageClassName: 'gp3',
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { namespace: 'default', name: name.replace('pv-', 'claim-') },
      },
    });
    return {
      storageClasses: [
        { metadata: { name: 'gp3' }, provisioner: ebs, volumeBindingMode: 'WaitForFirstConsumer' },
        { metadata: { name: 'now' }, provisioner: ebs, volumeBindingMode: 'Immediate' },
        {
          metadata: { name: 'zonal' },
          provisioner: ebs,
          volumeBindingMode: 'WaitForFirstConsumer',
          allowedTopologies: [{ matchLabelExpressions: [{ key: zoneKey, values: [this.#pick(zones)] }] }],
        },
      ],
      claims: isUsed
        ? [
            claim('claim-a', 'gp3', 'pv-a'),
            claim('claim-b', 'gp3', 'pv-b'),
            claim('claim-c', 'gp3'),
            claim('claim-d', 'zonal'),
            ...(this.#one(0.3) ? [claim('claim-e', 'now')] : []),
          ]
        : [],
      volumes: isUsed ? [volume('pv-a', this.#pick(zones), false), volume('pv-b', this.#pick(zones), true)] : [],
      csiNodes: isUsed
        ? nodes
            .filter(() => this.#one(0.5))
            .map((name) => ({
              metadata: { name },
              spec: {
                drivers: [
                  { name: ebs, nodeID: name, topologyKeys: [zoneKey], allocatable: { count: this.#int(1, 3) } },
                ],
              },
            }))
        : [],
    };
  }
}

interface Context {
  readonly nodes: number;
  readonly claims: readonly string[];
  readonly isBound?: boolean;
}

const bindingDone = {
  annotations: { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' },
};

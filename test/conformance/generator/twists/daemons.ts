import type { Draft } from '../draft.ts';
import { aws, expression, hostnameLabel } from '../vocabulary.ts';
import { addDaemonSet } from '../workloads.ts';
import { affinityOf, daemons, preferred, required, someOf, type Template } from './templates.ts';
import type { Twist } from './twist.ts';

/** All sorts of DaemonSets: with sidecars, ports or overhead, for only some nodes, larger than many nodes. */
const daemonSets: Twist = (draft) => {
  if (daemons(draft).length === 0) addDaemonSet(draft, 'twisted');
  for (const template of someOf(draft, daemons(draft)))
    for (const change of draft.random.sample(changes, draft.random.pick(1, 2, 3))) change(draft, template);
  return true;
};

const amount = (cpu: string, memory: string) => ({ requests: { cpu, memory } });
const image = 'registry.example.com/daemon:1';

const changes: readonly ((draft: Draft, template: Template) => void)[] = [
  ({ random }, { spec }) => {
    spec.initContainers = [
      { name: 'init', image, resources: amount(random.pick('1', '300m'), '1Gi') },
      { name: 'proxy', image, restartPolicy: 'Always', resources: amount('150m', '100Mi') },
    ];
  },
  (_, { spec }) => Object.assign(spec, { overhead: { cpu: '100m', memory: '64Mi' } }),
  ({ random }, { spec }) =>
    Object.assign(spec, {
      resources: random.pick<object>({ requests: { cpu: '500m' } }, { limits: { cpu: '1', memory: '1Gi' } }),
    }),
  ({ random }, { spec }) => {
    spec.containers[0]!.resources = amount(random.pick('3', '1500m'), random.pick('2Gi', '14Gi'));
  },
  ({ random }, { spec }) => {
    spec.containers[0]!.resources = {
      requests: random.pick<Record<string, string>>({ cpu: '1' }, { memory: '1Gi' }, { 'ephemeral-storage': '15Gi' }),
    };
  },
  (_, { spec }) => {
    spec.containers[0]!.resources = { limits: { cpu: '100m', 'nvidia.com/gpu': '1' } };
  },
  ({ random }, { spec }) => {
    spec.containers[0]!.ports = [8080, 9100, 9200]
      .filter(() => random.chance(0.6))
      .map((port) => ({ containerPort: port, hostPort: port }));
  },
  (_, { spec }) => {
    spec.hostNetwork = true;
    spec.containers[0]!.ports = [{ containerPort: 8080 }, { containerPort: 9100, hostPort: 9100 }];
  },
  ({ random }, { spec }) => {
    spec.tolerations = random.pick<object[]>(
      [],
      [{ key: 'dedicated', operator: 'Exists' }],
      [{ operator: 'Exists', effect: 'NoSchedule' }],
      [{ key: 'nvidia.com/gpu', operator: 'Exists' }],
    );
  },
  ({ random, pools, zones }, { spec }) => {
    spec.nodeSelector = random.pick<Record<string, string>>(
      { 'karpenter.sh/nodepool': random.pick(...pools).name },
      { 'karpenter.sh/capacity-type': 'spot' },
      { 'topology.kubernetes.io/zone': random.pick(...zones) },
      { 'example.com/tier': 'gold' },
      { 'example.com/missing': 'yes' },
      { [hostnameLabel]: 'a-node' },
      { [`${aws}instance-gpu-manufacturer`]: 'nvidia' },
      { [`${aws}instance-size`]: random.pick('large', 'xlarge') },
    );
  },
  (draft, { spec }) => {
    const { random } = draft;
    const rules = affinityOf(spec, 'nodeAffinity');
    const terms = Array.from({ length: random.pick(1, 2, 3) }, () => ({
      matchExpressions: Array.from({ length: random.pick(1, 2) }, () => expression(draft)),
    }));
    if (random.chance(0.7)) rules[required] = { nodeSelectorTerms: terms };
    if (random.chance(0.4)) rules[preferred] = terms.map((preference) => ({ weight: 10, preference }));
  },
  (_, { spec }) => {
    affinityOf(spec, 'nodeAffinity')[required] = {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'eks.amazonaws.com/compute-type', operator: 'NotIn', values: ['fargate'] }] },
        { matchExpressions: [{ key: `${aws}instance-cpu`, operator: 'Gt', values: ['7'] }] },
      ],
    };
  },
];

export const daemonTwists = { 'twist-daemon-sets': daemonSets } satisfies Record<string, Twist>;

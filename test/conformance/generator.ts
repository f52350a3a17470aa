import { stringify } from 'yaml';
import type { Question } from '../oracle/oracle.ts';
import { Draft, type KubeObject } from './generator/draft.ts';
import { addNodeClass } from './generator/node-classes.ts';
import { addNodePool, purposes } from './generator/node-pools.ts';
import { addNodes } from './generator/nodes.ts';
import { twist } from './generator/twists/twists.ts';
import { appNames } from './generator/vocabulary.ts';
import { addDaemonSets, addWorkload } from './generator/workloads.ts';

/** Features that a scenario can focus on. Each occurs alone and mixed with others. */
export const features =
  `affinity-match-label-keys affinity-namespaces ami-family attach-limits block-devices bound-anti-affinity
capacity-reservation capacity-type-operators connection-tracking custom-label daemon-set-affinity daemon-set-host-port
daemon-set-node-selector daemon-set-no-requests daemon-sets do-not-disrupt ephemeral-storage ephemeral-volume existing-nodes extended-resources gpu host-ip host-network host-ports
impossible-request init-containers kubelet limits limits-as-requests many-pods many-pools match-fields match-label-keys min-domains min-values
min-values-best-effort namespaces nested-virtualization network-interfaces neuron no-requests node-affinity-or-terms
node-affinity-policy node-affinity-preferred node-affinity-required node-class-missing node-class-zones node-cordoned node-selector
node-taints-policy numeric-bounds odd-quantities overhead own-controller phantom-zone pod-affinity-preferred pod-affinity-required
pod-anti-affinity-preferred pod-anti-affinity-required pod-disruption-budget pod-level-resources pods-finished pool-zones preference-policy-ignore priority raid0
requirement-operators requirement-values-refused reserved-enis restricted-labels selector-expressions selector-none shared-selectors sidecar-containers spread-custom-label spread-hostname
spread-zone startup-taints storage-class-default taint-unknown taints template-labels tolerate-everything tolerate-preference topology-custom-label
unconstrained-types vm-memory-overhead volume-claim volume-claim-broken volume-claim-templates volumes-bound weights zone-id
zoned-spot-prices`.split(/\s+/);

/** Features that a feature requires. */
const companions: Readonly<Record<string, readonly string[]>> = {
  'host-ip': ['host-ports'],
  'sidecar-containers': ['init-containers'],
  'min-domains': ['spread-zone'],
  'match-label-keys': ['spread-zone'],
  'node-taints-policy': ['spread-zone', 'taints'],
  'node-affinity-policy': ['spread-zone', 'node-selector'],
  'selector-none': ['spread-zone'],
  'selector-expressions': ['pod-anti-affinity-required'],
  'affinity-namespaces': ['pod-anti-affinity-required', 'namespaces'],
  'affinity-match-label-keys': ['pod-affinity-required'],
  'topology-custom-label': ['pod-anti-affinity-required', 'custom-label'],
  'attach-limits': ['existing-nodes', 'volume-claim'],
  'bound-anti-affinity': ['existing-nodes'],
  'daemon-set-affinity': ['daemon-sets'],
  'daemon-set-host-port': ['daemon-sets', 'host-ports'],
  'daemon-set-node-selector': ['daemon-sets'],
  'match-fields': ['node-affinity-required'],
  'volumes-bound': ['volume-claim-templates'],
  'storage-class-default': ['volume-claim-templates'],
  'min-values-best-effort': ['min-values'],
  'daemon-set-no-requests': ['daemon-sets'],
  'do-not-disrupt': ['existing-nodes', 'node-deleting'],
  'node-cordoned': ['existing-nodes'],
  'own-controller': ['node-affinity-required'],
  'pod-disruption-budget': ['existing-nodes', 'node-deleting'],
  'pods-finished': ['existing-nodes', 'spread-zone'],
  'restricted-labels': ['node-selector'],
  'shared-selectors': ['pod-anti-affinity-required', 'pod-affinity-required'],
  'taint-unknown': ['taints'],
  'tolerate-preference': ['taints'],
};

/** The scenario for a seed, the same on every machine, regardless of earlier ones. Two of five focus on one feature. */
export const generate = (seed: number): Question =>
  questionOf(draftOf(seed), `${focusOf(seed) ?? 'mixed'}-${digits(seed)}`);

/** The same, then changed in a few ways that the generator itself does not use. */
export function generateTwisted(seed: number): Question {
  const draft = draftOf(seed);
  twist(draft, seed);
  return questionOf(draft, `twisted-${digits(seed)}`);
}

const digits = (seed: number): string => String(seed).padStart(6, '0');
const focusOf = (seed: number): string | undefined =>
  seed % 5 < 2 ? features[Math.floor(seed / 5) % features.length]! : undefined;

function draftOf(seed: number): Draft {
  const focus = focusOf(seed);
  const draft = new Draft(seed, focus === undefined ? [] : [focus, ...(companions[focus] ?? [])]);
  chooseSettings(draft);
  const classes = ['default', ...(draft.random.chance(0.35) ? [draft.random.pick('alt', 'secure')] : [])];
  for (const name of classes) addNodeClass(draft, name);
  addNodePools(draft, classes);
  addDaemonSets(draft);
  addWorkloads(draft);
  addNodes(draft);
  return draft;
}

const questionOf = (draft: Draft, name: string): Question => ({
  name,
  manifests: toYaml(draft.objects),
  settings: { ...draft.settings, probes: draft.features() },
});

function chooseSettings(draft: Draft): void {
  const { random, settings, zones } = draft;
  settings.region = 'us-east-1';
  settings.zones = zones;
  if (draft.has('zoned-spot-prices', 0.3)) settings.spotPricing = 'zoned';
  if (draft.has('preference-policy-ignore', 0.08)) settings.preferencePolicy = 'Ignore';
  if (draft.has('min-values-best-effort', 0.06)) settings.minValuesPolicy = 'BestEffort';
  if (draft.has('reserved-enis', 0.04)) settings.reservedENIs = random.integer(1, 2);
  if (draft.has('vm-memory-overhead', 0.05)) settings.vmMemoryOverheadPercent = random.pick(0, 0.05, 0.1);
}

function addNodePools(draft: Draft, classes: readonly string[]): void {
  const { random } = draft;
  const chosen: (typeof purposes)[number][] = [random.pick('general', 'general', 'general', 'arm', 'multi-arch')];
  if (draft.has('gpu', 0.1)) chosen.push('gpu');
  if (draft.has('neuron', 0.05)) chosen.push('neuron');
  const others = draft.has('many-pools', 0.04) ? random.integer(4, 8) : random.pick(0, 0, 1, 1, 2, 3);
  for (let more = others; more > 0; more--) chosen.push(random.pick(...purposes));
  chosen.forEach((purpose, i) => {
    const isFirst = chosen.indexOf(purpose) === i;
    addNodePool(draft, { name: isFirst ? purpose : `${purpose}-${i}`, purpose, nodeClass: random.pick(...classes) });
  });
}

function addWorkloads(draft: Draft): void {
  const { random } = draft;
  if (draft.has('pod-disruption-budget', 0.04)) draft.objects.push(disruptionBudget(draft));
  let room = random.pick(6, 10, 20, 30, 40, 60, 90);
  for (const app of random.sample(appNames, random.pick(1, 2, 2, 3, 3, 4, 5, 6, 8, 10))) {
    if (room > 0) room -= addWorkload(draft, app, room);
  }
}

/** Either fully blocking or not at all. This decides which pods leave a deleted node. */
const disruptionBudget = ({ random }: Draft): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'budget', namespace: 'default' },
  spec: {
    selector: { matchLabels: { group: 'green' } },
    maxUnavailable: random.pick<number | string>(0, 1, '0%', '50%'),
  },
});

const order = ['NodePool', 'EC2NodeClass', 'StorageClass', 'DaemonSet'];
const rank = ({ kind }: KubeObject): number => (order.includes(kind) ? order.indexOf(kind) : order.length);

/** Objects as one YAML file: first Karpenter's own, the rest in the order of creation. Texts are quoted, so that `no` is also a text in YAML 1.1. */
export const toYaml = (objects: readonly KubeObject[]): string =>
  objects
    .toSorted((a, b) => rank(a) - rank(b))
    .map((object) => stringify(object, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 }))
    .join('---\n');

import type { Draft } from './draft.ts';
import { hostnameLabel, zoneLabel } from './vocabulary.ts';

/** The pod that gets constraints: its app label, the workload's kind, and the labels that its controller adds. */
export interface Subject {
  readonly app: string;
  readonly kind: string;
  readonly namespace: string;
}

const revisionLabel = (kind: string): string =>
  kind === 'Deployment' ? 'pod-template-hash' : kind === 'StatefulSet' ? 'controller-revision-hash' : 'app';

/** Pods of the workload itself or of another one, selected by labels or expressions. */
function selector(draft: Draft, { app }: Subject): object {
  const { random } = draft;
  const target = random.chance(0.7) || draft.apps.length === 0 ? app : random.pick(...draft.apps);
  if (draft.has('shared-selectors', 0.1)) return { matchLabels: { group: random.pick('blue', 'green') } };
  if (!draft.has('selector-expressions', 0.1)) return { matchLabels: { app: target } };
  return {
    matchExpressions: [
      random.pick<object>(
        { key: 'app', operator: 'In', values: [target, 'nobody'] },
        { key: 'app', operator: 'Exists' },
        { key: 'app', operator: 'NotIn', values: [target] },
      ),
    ],
  };
}

const topologyKey = (draft: Draft): string =>
  draft.has('topology-custom-label', 0.06)
    ? draft.random.pick(
        'example.com/tier',
        'karpenter.sh/capacity-type',
        'kubernetes.io/arch',
        'node.kubernetes.io/instance-type',
        'karpenter.sh/nodepool',
      )
    : draft.random.pick(hostnameLabel, hostnameLabel, zoneLabel);

/** topologySpreadConstraints of a pod. */
export function spreadConstraints(draft: Draft, subject: Subject): object[] {
  const { random } = draft;
  const constraints: object[] = [];
  if (draft.has('spread-zone', 0.22)) constraints.push(spread(draft, subject, zoneLabel));
  if (draft.has('spread-hostname', 0.14)) constraints.push(spread(draft, subject, hostnameLabel));
  if (draft.has('spread-custom-label', 0.05)) {
    const key = random.pick(
      'karpenter.sh/capacity-type',
      'kubernetes.io/arch',
      'example.com/tier',
      'karpenter.k8s.aws/instance-family',
      'karpenter.sh/nodepool',
    );
    constraints.push(spread(draft, subject, key));
  }
  return constraints;
}

function spread(draft: Draft, subject: Subject, key: string): object {
  const { random } = draft;
  const whenUnsatisfiable = random.pick('DoNotSchedule', 'DoNotSchedule', 'ScheduleAnyway');
  return {
    maxSkew: random.pick(1, 1, 1, 2, 3),
    topologyKey: key,
    whenUnsatisfiable,
    ...selection(draft, subject),
    ...(whenUnsatisfiable === 'DoNotSchedule' &&
      draft.has('min-domains', 0.12) && { minDomains: random.pick(2, 3, 5) }),
    ...(draft.has('node-taints-policy', 0.12) && { nodeTaintsPolicy: random.pick('Honor', 'Ignore') }),
    ...(draft.has('node-affinity-policy', 0.12) && { nodeAffinityPolicy: random.pick('Honor', 'Ignore') }),
  };
}

/** The API server accepts matchLabelKeys only together with a selector. */
function selection(draft: Draft, subject: Subject): object {
  if (draft.has('selector-none', 0.01)) return {};
  return {
    labelSelector: draft.random.chance(0.85) ? { matchLabels: { app: subject.app } } : selector(draft, subject),
    ...(draft.has('match-label-keys', 0.12) && { matchLabelKeys: [revisionLabel(subject.kind)] }),
  };
}

/** podAffinity and podAntiAffinity of a pod. */
export function podAffinities(draft: Draft, subject: Subject): object {
  const { random } = draft;
  const required = (key = topologyKey(draft)) => ({
    requiredDuringSchedulingIgnoredDuringExecution: [affinityTerm(draft, subject, key)],
  });
  const preferred = () => ({
    preferredDuringSchedulingIgnoredDuringExecution: Array.from({ length: random.pick(1, 1, 2) }, () => ({
      weight: random.pick(1, 10, 50, 100),
      podAffinityTerm: affinityTerm(draft, subject, topologyKey(draft)),
    })),
  });
  const anti = draft.has('pod-anti-affinity-required', 0.12)
    ? required()
    : draft.has('pod-anti-affinity-preferred', 0.1)
      ? preferred()
      : undefined;
  const towards = draft.has('pod-affinity-required', 0.08)
    ? required()
    : draft.has('pod-affinity-preferred', 0.04)
      ? preferred()
      : undefined;
  return { ...(anti && { podAntiAffinity: anti }), ...(towards && { podAffinity: towards }) };
}

function affinityTerm(draft: Draft, subject: Subject, key: string): object {
  return {
    labelSelector: selector(draft, subject),
    topologyKey: key,
    ...(draft.has('affinity-namespaces', 0.05) &&
      draft.random.pick<object>(
        { namespaces: ['default', 'team-a'] },
        { namespaceSelector: {} },
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'team-a' } } },
      )),
    ...(draft.has('affinity-match-label-keys', 0.04) &&
      draft.random.pick<object>(
        { matchLabelKeys: [revisionLabel(subject.kind)] },
        { mismatchLabelKeys: [revisionLabel(subject.kind)] },
      )),
  };
}

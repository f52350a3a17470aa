import { selects } from '../../../karpenter/api/label-selector.ts';
import {
  hasKarpenterObjects,
  podLabelsOf,
  selectorOf,
  type WorkloadField,
  workloadsOf,
} from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { groupBy } from '../../../text/group-by.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleExamples, type RuleFinding } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const idleSpreadRule = defineRule({
  id: 'idle-spread',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { report, base }) {
      if (!hasKarpenterObjects(all)) return;

      const workloads = labeledWorkloads(all);
      const neighbors = groupBy(workloads, ({ field }) => field.namespace);
      const before = new Map(
        (base === null ? [] : labeledWorkloads(base)).map((workload) => [identity(workload), workload]),
      );

      for (const workload of workloads) {
        const others = neighbors.get(workload.field.namespace) ?? [];
        const old = before.get(identity(workload));
        const idle = termsOf(workload).find((term) => isIdle(term, { workload, others, old }));
        if (idle !== undefined) report({ manifest: workload.field.manifest, ...findingOf(idle, workload) });
      }
    },
  },
  docs: {
    summary:
      'A topology spread or an anti-affinity of pods does not select these pods, so it does not keep them apart.',
    why: 'The scheduler and Karpenter count only the pods that `labelSelector` matches. If it does not match the pods themselves, for example after a label was renamed, all of them may share one node or one zone. Without a `labelSelector`, a spread counts no pods at all. A spread is not reported if it selects pods of another workload. An anti-affinity often keeps other pods away. It is reported only if it matched the pods before the change.',
    help: 'Let `labelSelector` match the labels of the pods.',
    url: 'https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/',
  },
  examples,
});

type Labels = Readonly<Record<string, string>>;

/** A workload whose pods have labels that are known, and that its own selector matches. */
interface LabeledWorkload {
  readonly field: WorkloadField;
  readonly labels: Labels;
}

function labeledWorkloads(all: ManifestSet): readonly LabeledWorkload[] {
  return workloadsOf(all).flatMap((field) => {
    const { manifest, namespace } = field;
    const labels = podLabelsOf(field);
    if (labels === undefined || Object.keys(labels).length === 0) return [];
    if (manifest.isPartial || hasPlaceholder(namespace) || hasPlaceholder(manifest.name)) return [];

    const ownSelector = manifest.get(['spec', 'selector']);
    // Labels that a kustomization adds may be missing here.
    if (ownSelector !== undefined && !selects(selectorOf(manifest, ['spec', 'selector']), labels)) return [];
    return [{ field, labels }];
  });
}

const identity = ({ field: { manifest, namespace } }: LabeledWorkload): string =>
  `${manifest.source.file} ${manifest.kind} ${namespace} ${manifest.name}`;

/** A rule of a pod that keeps it away from the pods that it counts. */
interface CountingTerm {
  readonly kind: 'topology spread' | 'anti-affinity';
  /** The path of the whole term. */
  readonly path: Path;
  /** The path of its `labelSelector`. */
  readonly selector: Path;
  readonly topologyKey: string;
}

function termsOf({ field: { manifest, template } }: LabeledWorkload): readonly CountingTerm[] {
  const spec = [...template, 'spec'];
  const antiAffinity = [...spec, 'affinity', 'podAntiAffinity'];
  const required = [...antiAffinity, 'requiredDuringSchedulingIgnoredDuringExecution'];
  const preferred = [...antiAffinity, 'preferredDuringSchedulingIgnoredDuringExecution'];

  const paths = (list: Path, ...below: Path): readonly Path[] =>
    asList(manifest.get(list)).map((_, index) => [...list, index, ...below]);
  const term = (kind: CountingTerm['kind'], path: Path): readonly CountingTerm[] => {
    const value = asMapping(manifest.get(path));
    const topologyKey = asText(value?.topologyKey);
    if (value === undefined || topologyKey === undefined || holdsPlaceholder(value)) return [];
    if (value.namespaces !== undefined || value.namespaceSelector !== undefined) return [];
    return [{ kind, path, selector: [...path, 'labelSelector'], topologyKey }];
  };

  return [
    ...paths([...spec, 'topologySpreadConstraints']).flatMap((path) => term('topology spread', path)),
    ...[...paths(required), ...paths(preferred, 'podAffinityTerm')].flatMap((path) => term('anti-affinity', path)),
  ];
}

/** If a namespace has more workloads than this, they are not compared. */
const maxNeighbors = 300;

interface Surroundings {
  readonly workload: LabeledWorkload;
  /** The workloads of the namespace. */
  readonly others: readonly LabeledWorkload[];
  /** The workload before the change. */
  readonly old: LabeledWorkload | undefined;
}

/** Whether a term that is meant for the pods themselves does not count them. */
function isIdle(term: CountingTerm, { workload, others, old }: Surroundings): boolean {
  if (countsItself(term, workload) || namesControllerLabel(term, workload)) return false;

  // Another term may keep the pods apart in the same way.
  const alike = termsOf(workload).filter(({ topologyKey }) => topologyKey === term.topologyKey);
  if (alike.some((other) => countsItself(other, workload))) return false;

  const didCount = (other: CountingTerm): boolean =>
    other.kind === term.kind && other.topologyKey === term.topologyKey && countsItself(other, old!);
  if (old !== undefined && termsOf(old).some(didCount)) return true;
  if (others.length > maxNeighbors) return false;

  const { manifest } = workload.field;
  const selector = selectorOf(manifest, term.selector);
  if (others.some(({ labels }) => selects(selector, labels))) return false;
  return term.kind === 'topology spread';
}

const countsItself = ({ selector }: CountingTerm, { field: { manifest }, labels }: LabeledWorkload): boolean =>
  selects(selectorOf(manifest, selector), labels);

/**
 * Labels that a controller gives each pod, so that no template has them. Sources: https://kubernetes.io/docs/reference/labels-annotations-taints/ and
 * https://argo-rollouts.readthedocs.io/en/stable/
 */
const controllerLabels: ReadonlySet<string> = new Set([
  ...['batch.kubernetes.io/job-name', 'batch.kubernetes.io/controller-uid', 'job-name', 'controller-uid'],
  ...['batch.kubernetes.io/job-completion-index', 'apps.kubernetes.io/pod-index', 'statefulset.kubernetes.io/pod-name'],
  ...['pod-template-hash', 'rollouts-pod-template-hash', 'controller-revision-hash', 'pod-template-generation'],
]);

/** Whether a selector asks for a label that only the controller of the pods knows. */
function namesControllerLabel({ selector }: CountingTerm, { field: { manifest } }: LabeledWorkload): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selectorOf(manifest, selector) ?? {};
  const keys = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
  return keys.some((key) => controllerLabels.has(key));
}

function findingOf(term: CountingTerm, workload: LabeledWorkload): RuleFinding {
  const { manifest } = workload.field;
  const name = `${manifest.kind} \`${manifest.name}\``;
  const hasSelector = manifest.get(term.selector) !== undefined;
  const matched = wantedLabel(term, workload);
  const because = hasSelector ? 'does not select its own pods' : 'has no `labelSelector`';

  return {
    at: manifest.span(hasSelector ? term.selector : term.path),
    message: `The ${term.kind} over \`${term.topologyKey}\` of ${name} ${because}, so it does not keep them apart`,
    help: `Let \`labelSelector\` match the labels of the pods: \`${matched}\`.`,
  };
}

/** A label of the pods to select: one whose key the selector has, or the first one that the workload selects. */
function wantedLabel({ selector }: CountingTerm, { field, labels }: LabeledWorkload): string {
  const { manifest } = field;
  const keys = [selector, ['spec', 'selector']].flatMap((path) =>
    Object.keys(selectorOf(manifest, path)?.matchLabels ?? {}),
  );
  const key = keys.find((name) => labels[name] !== undefined) ?? Object.keys(labels)[0]!;
  return `${key}: ${labels[key]}`;
}

const workload = (placement: Example): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 3
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        ${placement}
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const spread = (app: string): Example => yaml`
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          app: ${app}
`;

const antiAffinity = (app: string): Example => yaml`
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        - topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              app: ${app}
`;

function examples(): RuleExamples {
  return {
    bad: [corrected(together(nodePool(), workload(spread('frontend'))), { 'app: frontend': 'app: web' })],
    good: [together(nodePool(), workload(spread('web'))), together(nodePool(), workload(antiAffinity('wbe')))],
  };
}

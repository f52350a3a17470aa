import type { ObjectCluster } from '../../../files/clusters/related-objects.ts';
import { movesPods } from '../../../karpenter/api/disruption/consolidated-pools.ts';
import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import type { Taint, Toleration } from '../../../karpenter/api/pod.ts';
import { mayRequireMore, requirementsOf, templateLabelsOf } from '../../../karpenter/api/pool-fields.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import { insertEntry } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { type JobKind, jobKinds } from '../../../manifest/model/job-kinds.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Path,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../../text/own-value.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { type NodeExpression, requiredNodeTerms } from '../fields/required-node-affinity.ts';
import { scheduledLoadsOf } from '../fields/scheduled-load.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../rule.ts';
import { nodeClass, nodePool, type Part, together } from '../scenes.ts';

export const interruptedJobsRule = defineRule({
  id: 'interrupted-jobs',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const { report } = context;
      for (const interrupted of interruptedIn(all, context))
        report({ manifest: interrupted.manifest, ...findingOf(interrupted) });
    },
  },
  docs: {
    summary: 'Jobs, workflows or CI runners are placed on a NodePool that Karpenter consolidates while they run.',
    why: 'With `consolidationPolicy: WhenEmptyOrUnderutilized`, Karpenter evicts running pods to use fewer or cheaper nodes. A Job starts again from the beginning, and a CI job or a step of a workflow fails. The annotation does not stop AWS from taking spot nodes back. Reported for pods that select or tolerate the NodePool, and for Jobs without retries (`backoffLimit: 0`) if the cluster has no other nodes. Not reported if the pods end before `consolidateAfter`, because of `activeDeadlineSeconds`, or if they start again more often. `consolidateAfter` counts from the last time a pod was added to a node or removed from it.',
    help: 'Add the annotation `karpenter.sh/do-not-disrupt: "true"` to the pods, or set `consolidationPolicy: WhenEmpty` in the NodePool.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-level-controls',
  },
  examples,
});

interface Interrupted {
  readonly manifest: Manifest;
  readonly pool: Manifest;
  readonly kind: JobKind;
  /** Whether nothing shows that the pods are of the NodePool's cluster. */
  readonly isAssumed: boolean;
}

type Clusters = Pick<RuleContext, 'clusterOf' | 'onlyClusterFor'>;

function interruptedIn(all: ManifestSet, { clusterOf, onlyClusterFor }: Clusters): readonly Interrupted[] {
  const pools = nodePoolsOf(all).filter((pool) => movesPods(pool) && isTemplateKnown(pool));
  if (pools.length === 0) return [];

  const loads = scheduledLoadsOf(all);

  return all.manifests.flatMap((manifest) => {
    const kind = ownValue(jobKinds, manifest.kind);
    if (kind === undefined || kind.group !== groupOf(manifest.apiVersion) || manifest.isPartial) return [];
    if (typeof manifest.get(kind.spec) === 'string') return [];
    if (placementOf(manifest, kind).some(holdsPlaceholder) || isProtected(manifest, kind)) return [];

    const intervals = loads.flatMap(({ pods, every }) => {
      if (pods === manifest) return [every];
      return [];
    });
    const isMoved = (pool: Manifest): boolean => !isOver(manifest, kind, pool, intervals);

    const dedicated = pools.find((pool) => isDedicated(pool, manifest, kind.spec) && isMoved(pool));
    if (dedicated !== undefined) return [{ manifest, pool: dedicated, kind, isAssumed: false }];

    const cluster = onlyClusterFor(manifest);
    const pool = failsAtOnce(manifest, kind) ? onlyPools(manifest, kind, cluster).find(isMoved) : undefined;
    if (pool === undefined) return [];
    return [{ manifest, pool, kind, isAssumed: cluster !== clusterOf(manifest) }];
  });
}

/** Whether a NodePool says what its nodes have. A placeholder may stand for all of it. */
const isTemplateKnown = (pool: Manifest): boolean =>
  [['spec'], ['spec', 'template'], ['spec', 'template', 'spec']].every((path) => typeof pool.get(path) !== 'string');

/** Whether a Job fails if one of its pods is evicted: it has no retries. Source: Kubernetes docs, "Pod backoff failure policy". */
const failsAtOnce = (manifest: Manifest, { spec }: JobKind): boolean =>
  manifest.get([...spec.slice(0, -2), 'backoffLimit']) === 0;

/** The NodePools of a cluster without other nodes, if all that the pods may run on move pods. */
function onlyPools(manifest: Manifest, { spec }: JobKind, cluster: ObjectCluster): readonly Manifest[] {
  const placement = poolsOfPods(manifest, spec, cluster);
  if (placement?.isOnly && placement.pools.every(movesPods)) return placement.pools;
  return [];
}

/** What decides where the pods run, and whether they may be evicted. */
const placementOf = (manifest: Manifest, { spec, annotations }: JobKind): readonly Value[] =>
  [...['nodeSelector', 'affinity', 'tolerations'].map((key) => [...spec, key]), annotations].map(
    (path) => manifest.get(path) ?? null,
  );

/** The annotation, or a Job that retries pods that are evicted without counting them. */
function isProtected(manifest: Manifest, { spec, annotations }: JobKind): boolean {
  const annotation = asText(manifest.get([...annotations, doNotDisrupt]));
  const policy = JSON.stringify(manifest.get([...spec.slice(0, -2), 'podFailurePolicy']) ?? null);
  return annotation !== undefined || policy.includes('DisruptionTarget');
}

/**
 * Whether a node that runs such a pod is never unchanged for as long as `consolidateAfter`: the deadline of the pod comes first, or the next
 * run does. A deadline that is a placeholder may come first. Source: core pkg/controllers/nodeclaim/disruption/consolidation.go.
 */
function isOver(manifest: Manifest, { spec }: JobKind, pool: Manifest, intervals: readonly number[]): boolean {
  const after = Number(parseDuration(asText(pool.get(['spec', 'disruption', 'consolidateAfter'])) ?? '') ?? 0) / 1e6;
  if (after === 0) return false;
  const deadlines = [spec, spec.slice(0, -2)].map((path) => manifest.get([...path, 'activeDeadlineSeconds']) ?? null);

  return (
    deadlines.some((deadline) => deadline !== null && !(Number(deadline) * 1000 > after)) ||
    intervals.some((interval) => interval < after)
  );
}

/** Whether pods are meant for a NodePool and can run there: they select its name or one of its own labels, or tolerate one of its taints. */
function isDedicated(pool: Manifest, manifest: Manifest, spec: Path): boolean {
  const terms = nodeTermsOf(manifest, spec);
  const tolerations = objectsAt<Toleration>(manifest, [...spec, 'tolerations']);
  const taints = objectsAt<Taint>(pool, ['spec', 'template', 'spec', 'taints']).filter(isKnownTaint);
  const kept = taints.filter(({ effect }) => effect !== 'PreferNoSchedule');
  if (!tolerates(kept, tolerations) || !terms.some((term) => term.every((wanted) => mayHave(pool, wanted))))
    return false;

  const labels = ownLabels(pool);

  const isOwn = ({ key, operator, values }: Wanted): boolean =>
    operator === 'In' &&
    values.some((value) => {
      if (key === label.nodePool) return value === pool.name;
      return labels.get(key)?.has(value);
    });

  const keyed = tolerations.filter(({ key = '' }) => key !== '');

  return terms.some((term) => term.some(isOwn)) || taints.some((taint) => tolerates([taint], keyed));
}

const objectsAt = <T>(manifest: Manifest, path: Path): readonly T[] =>
  asList(manifest.get(path)).flatMap((value) => (asMapping(value) as T | undefined) ?? []);

/** A taint of a template may have any key and value, so nothing follows from it. */
const isKnownTaint = (taint: Taint): boolean => !holdsPlaceholder(Object.values(taint));

/** What pods demand of the labels of a node. */
type Wanted = Pick<NodeExpression, 'key' | 'operator' | 'values'>;

/** What the pods demand of nodes, as alternatives: the node selector together with each term of required node affinity. */
function nodeTermsOf(manifest: Manifest, spec: Path): readonly (readonly Wanted[])[] {
  const selector = Object.entries(asMapping(manifest.get([...spec, 'nodeSelector'])) ?? {}).map(
    ([key, value]): Wanted => ({ key, operator: 'In', values: [asText(value) ?? ''] }),
  );
  const terms = requiredNodeTerms(manifest, [...spec, 'affinity']);
  if (terms.length === 0) return [selector];
  return terms.map(({ expressions }) => [...selector, ...expressions]);
}

/**
 * Whether nodes of a NodePool may have a label with one of the values. A label that Karpenter does not know has to be written in the
 * NodePool. Source: core pkg/scheduling/requirements.go Compatible.
 */
function mayHave(pool: Manifest, { key, operator, values }: Wanted): boolean {
  if (mayRequireMore(pool) || (operator !== 'In' && operator !== 'Exists')) return true;

  const wanted = normalizeLabel(key);
  if (wanted === label.nodePool) return operator === 'Exists' || values.includes(pool.name);

  const written = [...templateLabelsOf(pool), ...requirementsOf(pool)].filter(
    (requirement) => normalizeLabel(requirement.key) === wanted,
  );
  if (written.some(({ isKnown }) => !isKnown)) return true;
  if (written.length === 0) return isShared(key);
  if (operator === 'Exists') return written.every((requirement) => requirement.operator !== 'DoesNotExist');

  return written.every((requirement) => {
    const listed = requirement.values.map(({ text }) => text);
    if (requirement.operator === 'In') return values.some((value) => listed.includes(value));
    if (requirement.operator === 'NotIn') return values.some((value) => !listed.includes(value));
    return requirement.operator !== 'DoesNotExist';
  });
}

/** Whether a label is one that Karpenter, Kubernetes or a cloud gives to nodes. */
const isShared = (key: string): boolean =>
  /(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh|amazonaws\.com|azure\.com)\//.test(normalizeLabel(key));

/** Labels that only some NodePools have: those of the template, and requirements for keys of the user. */
function ownLabels(pool: Manifest): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...templateLabelsOf(pool), ...requirementsOf(pool)]
      .filter(({ key, operator }) => operator === 'In' && !isShared(key))
      .map(({ key, values }) => [key, new Set(values.map(({ text }) => text))]),
  );
}

function findingOf({ manifest, pool, kind: { spec, annotations, pods }, isAssumed }: Interrupted): RuleFinding {
  const policy = asText(pool.get(['spec', 'disruption', 'consolidationPolicy'])) ?? 'the default policy';
  const isSpot = requirementsOf(pool).some(
    ({ key, values }) => normalizeLabel(key) === label.capacityType && values.some(({ text }) => text === 'spot'),
  );

  return {
    at: manifest.keySpan(spec.length > 1 && spec.at(-1) === 'spec' ? spec.slice(0, -1) : spec),
    message: `Karpenter evicts running ${pods} of ${manifest.kind} \`${manifest.name}\` when it consolidates NodePool \`${pool.name}\` (\`${policy}\`)`,
    ...(isAssumed && { severity: 'note' as const }),
    labels: [
      {
        span: pool.span(['spec', 'disruption']),
        message: `moves running pods to save money${textIf(isAssumed, ', if both are in one cluster')}`,
      },
    ],
    help: `Add the annotation \`${doNotDisrupt}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${textIf(isSpot, ' AWS can still reclaim spot nodes.')}`,
    fix: {
      description: `Add \`${doNotDisrupt}: "true"\``,
      edits: insertEntry(manifest, annotations, doNotDisrupt, '"true"'),
    },
  };
}

const builds = (consolidationPolicy: string) =>
  nodePool({
    name: 'builds',
    labels: 'example.com/team: builds',
    nodeClassRef: 'default',
    taints: yaml`
      - key: example.com/ci
        effect: NoSchedule
    `,
    requirements: ['karpenter.sh/capacity-type In [on-demand]'],
    disruption: `consolidationPolicy: ${consolidationPolicy}\nconsolidateAfter: 1m`,
  });

const job = (placement: Example, metadata: Part = '') => yaml`
  apiVersion: batch/v1
  kind: Job
  metadata:
    name: report
  spec:
    template:
      ${metadata}
      spec:
        restartPolicy: Never
        ${placement}
        containers:
          - name: report
            image: example.com/report
            resources:
              requests:
                cpu: 100m
                memory: 128Mi
`;

const tolerating = yaml`
  tolerations:
    - key: example.com/ci
      operator: Exists
`;

const selecting = yaml`
  nodeSelector:
    example.com/team: builds
  ${tolerating}
`;

const selectingElsewhere = yaml`
  nodeSelector:
    example.com/team: reports
  ${tolerating}
`;

/** The key is that of the NodePool's taint, the value is not. */
const toleratingAnotherValue = yaml`
  tolerations:
    - key: example.com/ci
      value: reports
`;

/** The label is not one of the NodePool. */
const requiringElsewhere = yaml`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/size, operator: In, values: [large]}]
  ${tolerating}
`;

/** The first term rules the NodePool out, the second one does not. */
const requiringOneOfTwo = yaml`
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{key: example.com/team, operator: In, values: [reports]}]
          - matchExpressions: [{key: example.com/team, operator: In, values: [builds]}]
  ${tolerating}
`;

const kept = yaml`
  metadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`;

const workflow = (metadata: Part = '') => yaml`
  apiVersion: argoproj.io/v1alpha1
  kind: WorkflowTemplate
  metadata:
    name: build
  spec:
    entrypoint: build
    ${metadata}
    ${tolerating}
    templates:
      - name: build
        container:
          image: example.com/build
`;

const podMetadata = yaml`
  podMetadata:
    annotations:
      karpenter.sh/do-not-disrupt: "true"
`;

const indentedKept = kept.text.trim().replaceAll('\n', '\n    ');

const interrupted = (placement: Example) =>
  corrected(
    together(builds('WhenEmptyOrUnderutilized'), job(placement), nodeClass),
    { 'consolidationPolicy: WhenEmptyOrUnderutilized': 'consolidationPolicy: WhenEmpty' },
    { '    spec:\n      restartPolicy': `    ${indentedKept}\n    spec:\n      restartPolicy` },
  );

function examples(): RuleExamples {
  return {
    bad: [
      interrupted(tolerating),
      interrupted(selecting),
      interrupted(requiringOneOfTwo),
      corrected(together(builds('WhenEmptyOrUnderutilized'), workflow(), nodeClass), {
        'consolidationPolicy: WhenEmptyOrUnderutilized': 'consolidationPolicy: WhenEmpty',
      }),
    ],
    good: [
      together(builds('WhenEmptyOrUnderutilized'), job(selecting, kept), nodeClass),
      together(builds('WhenEmpty'), job(selecting), nodeClass),
      together(builds('WhenEmptyOrUnderutilized'), job(selectingElsewhere), nodeClass),
      together(builds('WhenEmptyOrUnderutilized'), job(toleratingAnotherValue), nodeClass),
      together(builds('WhenEmptyOrUnderutilized'), job(requiringElsewhere), nodeClass),
      together(builds('WhenEmptyOrUnderutilized'), workflow(podMetadata), nodeClass),
    ],
  };
}

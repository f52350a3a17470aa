import { doNotDisrupt } from '../../api/disruption-keys.ts';
import { parseDuration } from '../../api/duration.ts';
import { label, normalizeLabel } from '../../api/labels.ts';
import type { ObjectCluster } from '../../clusters/related-objects.ts';
import { insertEntry } from '../../manifest/edit.ts';
import { type JobKind, jobKinds } from '../../manifest/job-kinds.ts';
import { asList, asMapping, asText, groupOf, type Manifest, type Path, type Value } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { movesPods } from '../../manifest/moved-pods.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { requirementsOf, templateLabelsOf } from '../fields/pool-fields.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { requiredNodeTerms } from '../fields/required-node-affinity.ts';
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
    Manifests(all, { report, clusterOf }) {
      for (const found of interruptedIn(all, clusterOf)) report({ manifest: found.manifest, ...findingOf(found) });
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
}

function interruptedIn(all: ManifestSet, clusterOf: RuleContext['clusterOf']): readonly Interrupted[] {
  const pools = nodePoolsOf(all).filter(movesPods);
  if (pools.length === 0) return [];
  const loads = scheduledLoadsOf(all);
  return all.manifests.flatMap((manifest) => {
    const kind = Object.hasOwn(jobKinds, manifest.kind) ? jobKinds[manifest.kind]! : undefined;
    if (kind === undefined || kind.group !== groupOf(manifest.apiVersion) || manifest.isPartial) return [];
    if (placementOf(manifest, kind).some(holdsPlaceholder) || isProtected(manifest, kind)) return [];
    const intervals = loads.flatMap(({ pods, every }) => (pods === manifest ? [every] : []));
    const isMoved = (pool: Manifest): boolean => !isOver(manifest, kind, pool, intervals);
    const pool =
      pools.find((one) => isDedicated(one, manifest, kind.spec) && isMoved(one)) ??
      (failsAtOnce(manifest, kind) ? onlyPools(manifest, kind, clusterOf(manifest)).find(isMoved) : undefined);
    return pool === undefined ? [] : [{ manifest, pool, kind }];
  });
}

/** Whether a Job fails if one of its pods is evicted: it has no retries. Source: Kubernetes docs, "Pod backoff failure policy". */
const failsAtOnce = (manifest: Manifest, { spec }: JobKind): boolean =>
  manifest.get([...spec.slice(0, -2), 'backoffLimit']) === 0;

/** The NodePools of a cluster without other nodes, if all that the pods may run on move pods. */
function onlyPools(manifest: Manifest, { spec }: JobKind, cluster: ObjectCluster): readonly Manifest[] {
  const found = poolsOfPods(manifest, spec, cluster);
  return found?.isOnly && found.pools.every(movesPods) ? found.pools : [];
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

/** Whether pods are meant for a NodePool: they select its name or one of its own labels, or tolerate one of its taints. */
function isDedicated(pool: Manifest, manifest: Manifest, spec: Path): boolean {
  const own = ownLabels(pool);
  const isOwn = (key: string, values: readonly string[]): boolean =>
    key === label.nodePool ? values.includes(pool.name) : values.some((value) => own.get(key)?.has(value) === true);
  const selector = Object.entries(asMapping(manifest.get([...spec, 'nodeSelector'])) ?? {});
  if (selector.some(([key, value]) => isOwn(key, [asText(value) ?? '']))) return true;
  const terms = requiredNodeTerms(manifest, [...spec, 'affinity']).flatMap(({ expressions }) => expressions);
  if (terms.some(({ key, operator, values }) => operator === 'In' && isOwn(key, values))) return true;
  const tolerated = asList(manifest.get([...spec, 'tolerations'])).map((one) => asText(asMapping(one)?.key) ?? '');
  const taints = asList(pool.get(['spec', 'template', 'spec', 'taints'])).map(
    (one) => asText(asMapping(one)?.key) ?? '',
  );
  return taints.some((key) => key !== '' && tolerated.includes(key));
}

/** Labels that only some NodePools have: those of the template, and requirements for keys of the user. */
function ownLabels(pool: Manifest): ReadonlyMap<string, ReadonlySet<string>> {
  const isShared = (key: string): boolean =>
    /(^|\.)(kubernetes\.io|k8s\.aws|karpenter\.sh)\//.test(normalizeLabel(key));
  return new Map(
    [...templateLabelsOf(pool), ...requirementsOf(pool)]
      .filter(({ key, operator }) => operator === 'In' && !isShared(key))
      .map(({ key, values }) => [key, new Set(values.map(({ text }) => text))]),
  );
}

function findingOf({ manifest, pool, kind: { spec, annotations, pods } }: Interrupted): RuleFinding {
  const policy = asText(pool.get(['spec', 'disruption', 'consolidationPolicy'])) ?? 'the default policy';
  const isSpot = requirementsOf(pool).some(
    ({ key, values }) => normalizeLabel(key) === label.capacityType && values.some(({ text }) => text === 'spot'),
  );
  return {
    at: manifest.keySpan(spec.length > 1 && spec.at(-1) === 'spec' ? spec.slice(0, -1) : spec),
    message: `Karpenter evicts running ${pods} of ${manifest.kind} \`${manifest.name}\` when it consolidates NodePool \`${pool.name}\` (\`${policy}\`)`,
    labels: [{ span: pool.span(['spec', 'disruption']), message: 'moves running pods to save money' }],
    help: `Add the annotation \`${doNotDisrupt}: "true"\` to the pods. Or set \`consolidationPolicy: WhenEmpty\` in the NodePool.${isSpot ? ' AWS can still reclaim spot nodes.' : ''}`,
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
      corrected(together(builds('WhenEmptyOrUnderutilized'), workflow(), nodeClass), {
        'consolidationPolicy: WhenEmptyOrUnderutilized': 'consolidationPolicy: WhenEmpty',
      }),
    ],
    good: [
      together(builds('WhenEmptyOrUnderutilized'), job(selecting, kept), nodeClass),
      together(builds('WhenEmpty'), job(selecting), nodeClass),
      together(builds('WhenEmptyOrUnderutilized'), workflow(podMetadata), nodeClass),
    ],
  };
}

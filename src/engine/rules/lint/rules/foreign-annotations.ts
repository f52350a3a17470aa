import { movesPods } from '../../../karpenter/api/disruption/consolidated-pools.ts';
import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { mayRunClusterAutoscaler } from '../../../karpenter/installation/cluster-autoscaler.ts';
import { hasKarpenterObjects, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { insertEntry } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { jobKinds } from '../../../manifest/model/job-kinds.ts';
import { asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type Example, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { type AnnotatedPods, annotatedPodsOf, mayHaveKey, ownAnnotations } from '../fields/pod-annotations.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { whyRelated } from '../fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const foreignAnnotationsRule = defineRule({
  id: 'foreign-annotations',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const pool of nodePoolsOf(all)) judgePool(pool, context);
      judgePods(all, context);
      if (hasKarpenterObjects(all)) for (const pods of annotatedPodsOf(all)) judgePlace(pods, context);
    },
  },
  docs: {
    summary: 'An annotation or label that protects pods from another autoscaler does not protect them from Karpenter.',
    why: 'Karpenter reads `karpenter.sh/do-not-disrupt` only. It evicts pods with `cluster-autoscaler.kubernetes.io/safe-to-evict: "false"` like all others when it consolidates, replaces or expires their nodes. Long jobs and sessions end that used to be safe. It is a note if the files also have the other autoscaler or node groups, on which the pods may run.',
    help: 'Add the annotation `karpenter.sh/do-not-disrupt: "true"`. Keep the other one while the other autoscaler removes nodes, too.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-level-controls',
  },
  examples,
});

const safeToEvict = 'cluster-autoscaler.kubernetes.io/safe-to-evict';

/** What protects pods from other autoscalers: the metadata that it is in, its value, and who reads it. */
const ofPods: readonly (readonly [field: string, key: string, value: string])[] = [
  ['annotations', safeToEvict, 'false'],
  ['labels', 'spotinst.io/restrict-scale-down', 'true'],
  ['annotations', 'autoscaling.cast.ai/removal-disabled', 'true'],
  ['labels', 'autoscaling.cast.ai/removal-disabled', 'true'],
];

/** What protects nodes from the cluster autoscaler. */
const ofNodes = 'cluster-autoscaler.kubernetes.io/scale-down-disabled';

function judgePool(pool: Manifest, { report }: RuleContext): void {
  const annotations: Path = ['spec', 'template', 'metadata', 'annotations'];
  if (asText(pool.get([...annotations, ofNodes])) !== 'true' || isProtected(pool, annotations)) return;

  report({
    manifest: pool,
    at: pool.keySpan([...annotations, ofNodes]),
    message: `Karpenter does not read \`${ofNodes}\`, so it disrupts the nodes of \`${pool.name}\``,
    help: `Use \`${doNotDisrupt}: "true"\` instead.`,
    fix: {
      description: `Add \`${doNotDisrupt}: "true"\``,
      edits: insertEntry(pool, annotations, doNotDisrupt, '"true"'),
    },
  });
}

/** An annotation of Karpenter, or a placeholder that may be one. */
const isProtected = (manifest: Manifest, annotations: Path): boolean =>
  Object.keys(asMapping(manifest.get(annotations)) ?? {}).some((key) => key === doNotDisrupt || hasPlaceholder(key));

function judgePods(all: ManifestSet, context: RuleContext): void {
  const marked = workloadsOf(all).flatMap(({ manifest, template }) => {
    const mark = ofPods.find(
      ([field, key, value]) => asText(manifest.get([...template, 'metadata', field, key])) === value,
    );
    if (!mark || manifest.kind === 'DaemonSet') return [];
    return [{ manifest, template, mark }];
  });
  if (marked.length === 0) return;

  const hasOther = mayRunClusterAutoscaler(all) || all.manifests.some(isOtherAutoscaler);

  for (const { manifest, template, mark } of marked) {
    const annotations: Path = [...template, 'metadata', 'annotations'];
    if (isProtected(manifest, annotations)) continue;

    const cluster = context.onlyClusterFor(manifest);
    const isAssumed = cluster !== context.clusterOf(manifest);
    const placement = poolsOfPods(manifest, [...template, 'spec'], cluster);
    const pool = placement?.pools.find((pool) => !pool.isPartial);
    // `interrupted-jobs` reports Jobs on a NodePool that moves pods.
    if (!placement || !pool || (Object.hasOwn(jobKinds, manifest.kind) && movesPods(pool))) continue;

    const [field, key] = mark;
    const isNote = hasOther || !placement.isOnly || isAssumed;

    const relation = isAssumed ? ', if both are in one cluster' : whyRelated(manifest, pool, context);

    context.report({
      manifest,
      ...(isNote && { severity: 'note' }),
      at: manifest.keySpan([...template, 'metadata', field, key]),
      message: `Karpenter does not read \`${key}\`, so it evicts these pods when it disrupts nodes of \`${pool.name}\``,
      help: `Add the annotation \`${doNotDisrupt}: "true"\` to the pods.`,
      labels: [
        {
          span: pool.span(['metadata', 'name']),
          message: `the pods may run on nodes of this NodePool${relation}`,
        },
      ],
      fix: {
        description: `Add \`${doNotDisrupt}: "true"\``,
        edits: insertEntry(manifest, annotations, doNotDisrupt, '"true"'),
      },
    });
  }
}

/** Reports the annotation of another autoscaler on an object whose pods do not get it. */
function judgePlace(pods: AnnotatedPods, { report }: RuleContext): void {
  const { manifest, ofAll, ofSome } = pods;
  const at = [...ownAnnotations, safeToEvict];
  if (asText(manifest.get(at)) !== 'false' || manifest.kind === 'DaemonSet') return;

  const keys = [doNotDisrupt, safeToEvict];
  // `do-not-disrupt` reports its own annotation in the wrong place.
  if (mayHaveKey(pods, ownAnnotations, [doNotDisrupt])) return;
  if ([ofAll, ...ofSome].some((path) => mayHaveKey(pods, path, keys))) return;

  report({
    manifest,
    severity: 'note',
    at: manifest.keySpan(at),
    message: `\`${safeToEvict}\` on ${manifest.kind} \`${manifest.name}\` protects none of its pods. The cluster autoscaler reads it on pods, and Karpenter does not read it`,
    help: `Add \`${doNotDisrupt}: "true"\` to \`${ofAll.join('.')}\` if Karpenter must not evict the pods.`,
  });
}

/** Autoscalers other than Cluster Autoscaler. */
const isOtherAutoscaler = ({ kind, name }: Manifest): boolean =>
  kind === 'Deployment' && /spot-?ocean|castai/.test(name);

const workload = (annotations: Example) => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: replay
  spec:
    replicas: 2
    selector:
      matchLabels:
        app: replay
    template:
      metadata:
        labels:
          app: replay
        annotations:
          ${annotations}
      spec:
        nodeSelector:
          karpenter.sh/nodepool: default
        containers:
          - name: replay
            image: example.com/replay
            resources:
              requests:
                cpu: "1"
                memory: 1Gi
`;

function examples(): RuleExamples {
  const pool = nodePool({
    nodeClassRef: 'default',
    requirements: ['karpenter.sh/capacity-type In [on-demand]'],
    terminationGracePeriod: '24h',
  });

  const other = yaml`cluster-autoscaler.kubernetes.io/safe-to-evict: "false"`;

  return {
    bad: [together(pool, workload(other), nodeClass)],
    good: [
      together(
        pool,
        workload(yaml`
          cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
          karpenter.sh/do-not-disrupt: "true"
        `),
        nodeClass,
      ),
      together(pool, workload(yaml`cluster-autoscaler.kubernetes.io/safe-to-evict: "true"`), nodeClass),
    ],
  };
}

import { asList, asMapping, asText, groupOf, type Manifest, type Path } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Example, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { unitOf } from '../fields/pools-together.ts';
import { type WorkloadField, workloadsOf } from '../fields/workload-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool } from '../scenes.ts';

export const taintTolerationsRule = defineRule({
  id: 'taint-tolerations',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Pools beside each other',
  mistakes: [],
  on: { Manifests: check },
  docs: {
    summary: 'Pods mean to tolerate the taint of a pool and do not, or nobody tolerates it.',
    why: 'A toleration matches a taint by key, value and effect; one that comes near does nothing, and nothing says so: the pods stay pending, or land in another pool, and the pool with the taint stays empty. An operator that is not written is `Equal`, and with it a missing value is the empty one.',
    help: 'Write the value and the effect of the taint, or `operator: Exists`.',
    url: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
  },
  examples,
});

/** More workloads or pools than this are not held against each other. */
const most = 2000;

interface Taint {
  readonly pool: Manifest;
  readonly path: Path;
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

interface Toleration {
  readonly workload: WorkloadField;
  readonly path: Path;
  readonly key: string;
  readonly isExists: boolean;
  readonly value: string;
  /** Empty: every effect. */
  readonly effect: string;
  readonly isKnown: boolean;
}

function check(all: ManifestSet, context: RuleContext): void {
  const taints = nodePoolsOf(all).slice(0, most).flatMap(taintsOf);
  if (taints.length === 0) return;
  const workloads = workloadsOf(all).slice(0, most);
  const byWorkload = workloads.map((workload) => tolerationsOf(workload));
  for (const tolerations of byWorkload) judge(tolerations, taints, context);
  const every = byWorkload.flat();
  const beside = new Set(
    workloads.filter(({ manifest }) => manifest.kind !== 'DaemonSet').map(({ manifest }) => unitOf(manifest)),
  );
  const open = new Set(all.manifests.filter(bringsMore).map(unitOf));
  for (const taint of taints) {
    if (open.has(unitOf(taint.pool))) continue;
    if (!beside.has(unitOf(taint.pool)) || every.some((one) => !one.isKnown || one.key === '' || one.key === taint.key))
      continue;
    context.report({
      manifest: taint.pool,
      at: taint.pool.span(taint.path),
      severity: 'note',
      message: `No pod among the manifests tolerates \`${taint.key}\`: \`${taint.pool.name}\` stays empty until one does`,
      help: 'Give the pods that belong there a toleration, or drop the taint.',
    });
  }
}

/** What Flux and Argo CD install from elsewhere brings pods that are not among the manifests. */
const bringsMore = ({ apiVersion, kind }: Manifest): boolean =>
  (kind === 'HelmRelease' && groupOf(apiVersion) === 'helm.toolkit.fluxcd.io') ||
  (/^Application(?:Set)?$/.test(kind) && groupOf(apiVersion) === 'argoproj.io');

function taintsOf(pool: Manifest): Taint[] {
  const path = ['spec', 'template', 'spec', 'taints'];
  return asList(pool.get(path)).flatMap((_, index) => {
    const at = [...path, index];
    const [key, value, effect] = ['key', 'value', 'effect'].map((name) => asText(pool.get([...at, name])) ?? '');
    // What anybody may tolerate for reasons of their own is not looked at.
    if (hasPlaceholder(`${key}${value}${effect}`) || key === '' || /(?:^|\.)(?:kubernetes|k8s)\.io\//.test(key!))
      return [];
    return [{ pool, path: at, key: key!, value: value!, effect: effect! }];
  });
}

function tolerationsOf(workload: WorkloadField): Toleration[] {
  const { manifest, template } = workload;
  const path = [...template, 'spec', 'tolerations'];
  const list = manifest.get(path);
  if (list !== undefined && !Array.isArray(list)) return [{ ...everything, workload, path, isKnown: false }];
  return asList(list).map((item, index) => {
    const { key, operator, value, effect } = asMapping(item) ?? {};
    const texts = [key, operator, value, effect].map((one) => asText(one) ?? '');
    return {
      ...{ workload, path: [...path, index], key: texts[0]!, value: texts[2]!, effect: texts[3]! },
      isExists: operator === 'Exists',
      isKnown: asMapping(item) !== undefined && !manifest.isPartial && !texts.some((text) => hasPlaceholder(text)),
    };
  });
}

const everything = { key: '', isExists: true, value: '', effect: '' };

const tolerates = (toleration: Toleration, taint: Taint): boolean =>
  (toleration.key === '' || toleration.key === taint.key) &&
  (toleration.effect === '' || toleration.effect === taint.effect) &&
  (toleration.isExists || toleration.value === taint.value);

/** Reports the tolerations of one workload that come near a taint and miss it. */
function judge(tolerations: readonly Toleration[], taints: readonly Taint[], { report, nearest }: RuleContext): void {
  if (tolerations.some(({ isKnown }) => !isKnown)) return;
  for (const toleration of tolerations) {
    const related = taints.filter(({ key }) => key === toleration.key);
    if (related.length === 0 || related.some((taint) => tolerations.some((one) => tolerates(one, taint)))) continue;
    const missed = related.find((taint) => nearMiss(toleration, taint, nearest) !== undefined);
    if (!missed) continue;
    const { manifest } = toleration.workload;
    report({
      manifest,
      at: manifest.span(toleration.path),
      message: `\`${manifest.name}\` does not tolerate the taint \`${missed.key}=${missed.value}:${missed.effect}\` of \`${missed.pool.name}\`: its toleration ${nearMiss(toleration, missed, nearest)}`,
      help: `Write \`value: ${missed.value || '""'}\` and \`effect: ${missed.effect}\`.`,
      labels: [{ span: missed.pool.span(missed.path), message: 'the taint' }],
    });
  }
}

/** What keeps a toleration from matching a taint that it is probably meant for. */
function nearMiss(toleration: Toleration, taint: Taint, nearest: RuleContext['nearest']): string | undefined {
  const isSameValue = toleration.isExists || toleration.value === taint.value;
  const isSameEffect = toleration.effect === '' || toleration.effect === taint.effect;
  if (isSameValue && !isSameEffect) return `is for \`${toleration.effect}\``;
  if (!isSameEffect || isSameValue) return undefined;
  if (toleration.value === '') return 'has no value, and without `operator: Exists` that is the empty one';
  return nearest(toleration.value, [taint.value]) === undefined ? undefined : `has the value \`${toleration.value}\``;
}

function examples(): RuleExamples {
  return {
    bad: [
      scene(yaml`
        - key: example.com/dedicated
          value: batch
          effect: NoExecute
      `),
      scene(yaml`
        - key: example.com/dedicated
          value: batches
          effect: NoSchedule
      `),
      scene(yaml`
        - key: example.com/dedicated
          effect: NoSchedule
      `),
      scene(),
    ],
    good: [
      scene(yaml`
        - key: example.com/dedicated
          operator: Exists
      `),
      yaml`
        ${batch}
        ---
        ${deployment(
          'train',
          yaml`
            - key: example.com/dedicated
              value: batch
          `,
        )}
        ---
        ${deployment(
          'proxy',
          yaml`
            - key: example.com/dedicated
              value: system
              effect: NoSchedule
          `,
        )}
        ---
        ${nodeClass}
      `,
      yaml`
        ${batch}
        ---
        ${deployment('proxy')}
        ---
        apiVersion: helm.toolkit.fluxcd.io/v2
        kind: HelmRelease
        metadata:
          name: runners
        spec:
          interval: 10m
          chart:
            spec:
              chart: runners
              sourceRef:
                kind: HelmRepository
                name: example
        ---
        ${nodeClass}
      `,
    ],
  };
}

const batch = nodePool({
  name: 'batch',
  limits: 'cpu: 1000',
  nodeClassRef: 'default',
  taints: yaml`
    - key: example.com/dedicated
      value: batch
      effect: NoSchedule
  `,
  requirements: ['karpenter.sh/capacity-type In [on-demand]'],
});

function deployment(name: string, tolerations?: Example): Example {
  return yaml`
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: ${name}
    spec:
      replicas: 2
      selector:
        matchLabels:
          app: ${name}
      template:
        metadata:
          labels:
            app: ${name}
        spec:
          ${
            tolerations
              ? yaml`
                tolerations:
                  ${tolerations}
              `
              : ''
          }
          containers:
            - name: main
              image: example.com/${name}
              resources:
                requests:
                  cpu: 100m
                  memory: 128Mi
  `;
}

/** A pool with a taint, and pods with these tolerations. */
const scene = (tolerations?: Example): Example => yaml`
  ${batch}
  ---
  ${deployment('train', tolerations)}
  ---
  ${nodeClass}
`;

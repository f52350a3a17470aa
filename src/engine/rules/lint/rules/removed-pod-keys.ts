import { renamedAnnotations, renamedLabels, renamedTaints } from '../../../files/migration/renamed-keys.ts';
import { label } from '../../../karpenter/api/labels.ts';
import { workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { renameKey, replaceValue } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { against, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { requiredNodeTerms } from '../fields/required-node-affinity.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { fluxRelease } from '../scenes.ts';

export const removedPodKeysRule = defineRule({
  id: 'removed-pod-keys',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [10, 11, 12],
  on: {
    Manifests(all, context) {
      if (!context.karpenter.v1) return;

      const pools = nodePoolsOf(all).map(({ name }) => name);

      for (const pool of nodePoolsOf(all)) {
        for (const path of keysAt(pool, ['spec', 'template', 'metadata', 'annotations']))
          judgeKey(pool, path, renamedAnnotations, context);
      }

      for (const { manifest, path } of annotationsOfPods(all)) judgeKey(manifest, path, renamedAnnotations, context);

      for (const { manifest, template } of workloadsOf(all)) {
        const at = (...path: Path): Path => [...template, ...path];
        for (const path of keysAt(manifest, at('spec', 'nodeSelector')))
          judgeSelector({ manifest, path, pools }, context);

        for (const { expressions } of requiredNodeTerms(manifest, at('spec', 'affinity'))) {
          // A term that also has the new name supports clusters of both versions.
          if (expressions.some(({ key }) => key === label.nodePool)) continue;
          for (const { path } of expressions) judgeValue(manifest, [...path, 'key'], renamedLabels, context);
        }

        for (const [index] of asList(manifest.get(at('spec', 'tolerations'))).entries())
          judgeValue(manifest, at('spec', 'tolerations', index, 'key'), renamedTaints, context);
      }
    },
  },
  docs: {
    summary: 'A pod or a NodePool uses an annotation, label or taint that Karpenter no longer supports.',
    why: 'Karpenter renamed them on the way to v1 and ignores the old names. `do-not-evict` protects no pods, and `do-not-consolidate` no nodes. A pod that selects `karpenter.sh/provisioner-name` finds no node, and one that uses this label to avoid Karpenter’s nodes no longer avoids them. A toleration of `karpenter.sh/disruption` no longer matches the taint of a node that Karpenter removes.',
    help: 'Use the new name.',
    url: 'https://karpenter.sh/docs/upgrading/v1-migration/',
  },
  examples,
});

type Renamed = Readonly<Record<string, string>>;

const keysAt = (manifest: Manifest, path: Path): Path[] =>
  Object.keys(asMapping(manifest.get(path)) ?? {}).map((key) => [...path, key]);

interface Annotation {
  readonly manifest: Manifest;
  readonly path: Path;
}

/** Objects of other controllers whose `spec.template` is a pod. */
const runners: ReadonlySet<string> = new Set(['AutoscalingRunnerSet', 'RunnerDeployment', 'RunnerSet']);

/** The annotations of pods: those of workloads and CI runners, and those with a name of Karpenter in the values of any chart. */
function annotationsOfPods(all: ManifestSet): readonly Annotation[] {
  const pods = [
    ...workloadsOf(all),
    ...all.manifests
      .filter(({ kind }) => runners.has(kind))
      .map((manifest) => ({ manifest, template: ['spec', 'template'] })),
  ];

  return [
    ...pods.flatMap(({ manifest, template }) =>
      keysAt(manifest, [...template, 'metadata', 'annotations']).map((path) => ({ manifest, path })),
    ),
    ...all.manifests
      .filter(({ kind }) => ofCharts.has(kind))
      .flatMap((manifest) => annotationsIn(manifest, []).map((path) => ({ manifest, path }))),
  ];
}

/** Objects with values of charts, which become annotations of pods under names that every chart chooses for itself. */
const ofCharts: ReadonlySet<string> = new Set(['Application', 'HelmRelease', 'HelmValues', 'KustomizeChart']);

const mostLevels = 12;

/** The paths of Karpenter's former annotations anywhere in an object. */
function annotationsIn(manifest: Manifest, at: Path): readonly Path[] {
  const value = manifest.get(at);
  if (typeof value !== 'object' || value === null || at.length > mostLevels) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);

  return keys.flatMap((key) => {
    const path = [...at, key];
    if (Object.hasOwn(renamedAnnotations, key)) return [path];
    return annotationsIn(manifest, path);
  });
}

const renamed = (names: Renamed, key: string | undefined): string | undefined => {
  if (key !== undefined && Object.hasOwn(names, key)) return names[key];
  return undefined;
};

const texts = (key: string, right: string) => ({
  message: `Karpenter no longer supports \`${key}\`, so it has no effect`,
  help: `Use \`${right}\` instead.`,
});

function judgeKey(manifest: Manifest, path: Path, names: Renamed, { report }: RuleContext): void {
  const key = String(path.at(-1));
  const right = renamed(names, key);
  // Manifests have both names while clusters are migrated one by one.
  if (right === undefined || manifest.get([...path.slice(0, -1), right]) !== undefined) return;

  report({
    manifest,
    at: manifest.keySpan(path),
    ...texts(key, right),
    fix: { description: `Rename to \`${right}\``, edits: renameKey(manifest, path, right) },
  });
}

function judgeValue(manifest: Manifest, path: Path, names: Renamed, { report }: RuleContext): void {
  const key = asText(manifest.get(path));
  const right = renamed(names, key);
  if (key === undefined || right === undefined) return;

  const siblings = asList(manifest.get(path.slice(0, -2)));
  if (siblings.some((other) => asMapping(other)?.key === right)) return;

  report({
    manifest,
    at: manifest.span(path),
    ...texts(key, right),
    // The value of the old taint does not match the new taint.
    ...(manifest.get([...path.slice(0, -1), 'value']) === undefined && {
      fix: { description: `Replace with \`${right}\``, edits: replaceValue(manifest, path, right) },
    }),
  });
}

interface Selector {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly pools: readonly string[];
}

/** Reports a node selector for a Provisioner. It has a fix only if there is a NodePool of the same name. */
function judgeSelector({ manifest, path, pools }: Selector, { report }: RuleContext): void {
  const key = String(path.at(-1));
  const right = renamed(renamedLabels, key);
  if (right === undefined) return;

  const name = asText(manifest.get(path));

  report({
    manifest,
    at: manifest.keySpan(path),
    message: `Nodes no longer have the label \`${key}\`, so these pods stay pending`,
    help: `Use \`${right}\` with the name of the NodePool instead.`,
    ...(name !== undefined &&
      pools.includes(name) && {
        fix: { description: `Rename to \`${right}\``, edits: renameKey(manifest, path, right) },
      }),
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      fluxRelease('redis', {
        values: yaml`
          master:
            podAnnotations:
              karpenter.sh/do-not-evict: "true"
        `,
      }),
      yaml`
        apiVersion: actions.github.com/v1alpha1
        kind: AutoscalingRunnerSet
        metadata:
          name: runners
        spec:
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-evict: "true"
            spec:
              containers:
                - name: runner
                  image: runner
      `,
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: build
        spec:
          limits:
            cpu: 100
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-consolidate: "true"
            spec:
              requirements: []
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-evict: "true"
            spec:
              tolerations:
                - key: karpenter.sh/disruption
                  operator: Exists
              containers:
                - name: web
                  image: web
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            spec:
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions:
                          - key: karpenter.sh/provisioner-name
                            operator: DoesNotExist
              containers:
                - name: web
                  image: web
      `,
    ],
    good: [
      fluxRelease('redis', {
        values: yaml`
          master:
            podAnnotations:
              karpenter.sh/do-not-disrupt: "true"
        `,
      }),
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            metadata:
              annotations:
                karpenter.sh/do-not-disrupt: "true"
            spec:
              tolerations:
                - key: karpenter.sh/disrupted
                  operator: Exists
              containers:
                - name: web
                  image: web
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: anywhere
        spec:
          template:
            spec:
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions:
                          - key: karpenter.sh/provisioner-name
                            operator: DoesNotExist
                          - key: karpenter.sh/nodepool
                            operator: DoesNotExist
              containers:
                - name: web
                  image: web
      `,
      against(
        { karpenter: '0.32' },
        yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
          spec:
            template:
              metadata:
                annotations:
                  karpenter.sh/do-not-evict: "true"
              spec:
                containers:
                  - name: web
                    image: web
        `,
      ),
    ],
  };
}

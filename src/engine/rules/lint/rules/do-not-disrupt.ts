import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import { hasKarpenterObjects, type WorkloadField, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { insertEntry, replaceValue } from '../../../manifest/edit.ts';
import { asText, type Path, valueAt } from '../../../manifest/model/manifest.ts';
import { patched } from '../../../manifest/pod-policies/patched-pod.ts';
import { meetsConditions } from '../../../manifest/pod-policies/pod-conditions.ts';
import type { PodPolicy } from '../../../manifest/pod-policies/pod-policy.ts';
import { podPolicies } from '../../../manifest/pod-policies/policies.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { against, corrected, type Example, yaml } from '../example.ts';
import { waitsWithoutEnd } from '../fields/expiry.ts';
import { type AnnotatedPods, annotatedPodsOf, mayHaveKey, ownAnnotations } from '../fields/pod-annotations.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const doNotDisruptRule = defineRule({
  id: 'do-not-disrupt',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    Manifests(all, context) {
      if (!hasKarpenterObjects(all)) return;

      for (const pods of annotatedPodsOf(all)) reportPlace(pods, context);
      for (const policy of podPolicies(all.manifests).plain) reportPolicy(policy, context);

      for (const workload of workloadsOf(all)) {
        reportValue(workload, context);
        if (context.karpenter.v1) reportDaemonSet(workload, context);
      }
    },
  },
  docs: {
    summary:
      '`karpenter.sh/do-not-disrupt` is in the wrong place, has a value that Karpenter does not read, or is on a DaemonSet.',
    why: 'Karpenter reads the annotation of pods. On a Deployment, a ScaledJob of KEDA or a workflow of Argo itself it protects nothing, because only the metadata of the pod template becomes that of the pods. The value is `"true"`, or from Karpenter 1.12 on a duration such as `1h`, which counts from the start of the pod. Any other value, such as `"yes"`, is ignored. The pods of a DaemonSet block their nodes, too: Karpenter consolidates no node with one, and does not replace one that drifts unless it has a `terminationGracePeriod`.',
    help: 'Set the annotation to `"true"` in the metadata of the pod template, and leave it out of DaemonSets.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#pod-level-controls',
  },
  examples,
});

const ofPods = ({ template }: WorkloadField): Path => [...template, 'metadata', 'annotations'];

function reportPlace(pods: AnnotatedPods, { report }: RuleContext): void {
  const { manifest, ofAll, ofSome } = pods;
  const at = [...ownAnnotations, doNotDisrupt];
  const value = asText(manifest.get(at));
  if (value === undefined || !protects(value)) return;
  if ([ofAll, ...ofSome].some((path) => mayHaveKey(pods, path, [doNotDisrupt]))) return;

  report({
    manifest,
    at: manifest.keySpan(at),
    message: `Karpenter reads \`${doNotDisrupt}\` on pods, not on ${manifest.kind} \`${manifest.name}\`, so it protects none of its pods`,
    help: `Move it to \`${ofAll.join('.')}\`.`,
    fix: {
      description: 'Add it to the pods',
      edits: insertEntry(manifest, ofAll, doNotDisrupt, `"${value}"`),
    },
  });
}

/** A policy that gives the annotation to every pod, so that it holds every node. */
function reportPolicy({ manifest, patch, matches, excludes, conditions }: PodPolicy, { report }: RuleContext): void {
  const isOfAll = matches.some(
    ({ namespaces, names, labels, namespaceLabels }) =>
      namespaces === undefined &&
      names === undefined &&
      Object.keys(labels).length + Object.keys(namespaceLabels).length === 0,
  );
  const pod = patched({ metadata: { annotations: {} }, spec: { containers: [] } }, patch);
  const value = valueAt(pod, ['metadata', 'annotations', doNotDisrupt]);
  if (!isOfAll || value !== 'true' || !meetsConditions({}, conditions)) return;

  const except = textIf(excludes.length > 0, ', except those that it excludes');

  report({
    manifest,
    at: manifest.span(['metadata', 'name']),
    message: `${manifest.kind} \`${manifest.name}\` gives all new pods \`${doNotDisrupt}\`${except}. Karpenter then consolidates no node with one, and replaces none that drifts unless it has a \`terminationGracePeriod\``,
    help: 'Let the policy match only pods that must not restart during their work.',
  });
}

const isDuration = (value: string): boolean => parseDuration(value) !== undefined;

const protects = (value: string): boolean => value === 'true' || isDuration(value);

function reportValue(workload: WorkloadField, { karpenter, isKarpenterAssumed, report }: RuleContext): void {
  const { manifest } = workload;
  const at = [...ofPods(workload), doNotDisrupt];
  const value = manifest.get(at);
  // The API server refuses what is not a text.
  if (typeof value !== 'string' || hasPlaceholder(value) || value === 'true' || value === 'false') return;

  const replaced = { description: 'Replace with `"true"`', edits: replaceValue(manifest, at, '"true"') };

  if (!isDuration(value)) {
    report({
      manifest,
      at: manifest.span(at),
      message: `Karpenter does not read the value \`${value}\` of \`${doNotDisrupt}\`, so it protects no pods of ${manifest.kind} \`${manifest.name}\``,
      help: `Use \`"true"\`${textIf(karpenter.protectsForDuration, ', or a duration such as `1h`')}.`,
      fix: replaced,
    });

    return;
  }

  if (karpenter.protectsForDuration || isKarpenterAssumed) return;

  report({
    manifest,
    at: manifest.span(at),
    message: `Karpenter ${karpenter.version} does not read durations such as \`${value}\` in \`${doNotDisrupt}\`, so it protects no pods of ${manifest.kind} \`${manifest.name}\``,
    help: 'Use `"true"`, or upgrade Karpenter to 1.12 or later.',
    fix: replaced,
  });
}

function reportDaemonSet(workload: WorkloadField, context: RuleContext): void {
  const { manifest, template } = workload;
  const at = [...ofPods(workload), doNotDisrupt];
  if (manifest.kind !== 'DaemonSet' || asText(manifest.get(at)) !== 'true') return;

  const cluster = context.onlyClusterFor(manifest);
  const pools = poolsOfPods(manifest, [...template, 'spec'], cluster)?.pools ?? [];
  if (pools.length === 0) return;

  const isAssumed = cluster !== context.clusterOf(manifest);
  const names = firstNames(pools.map(({ name }) => quoted(name)));
  const drift = textIf(pools.every(waitsWithoutEnd), ', and replaces none that drifts');

  context.report({
    manifest,
    at: manifest.keySpan(at),
    ...(isAssumed && { severity: 'note' as const }),
    message: `Each node of NodePool${textIf(pools.length !== 1, 's')} ${names} runs a pod of DaemonSet \`${manifest.name}\` with \`${doNotDisrupt}\`. Karpenter consolidates none of these nodes${drift}`,
    help: 'Remove the annotation.',
  });
}

const workload = (kind: string, metadata: Example | string, ofPod: Example | string): Example => yaml`
  apiVersion: apps/v1
  kind: ${kind}
  metadata:
    name: web
    ${metadata}
  spec:
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
        ${ofPod}
      spec:
        containers:
          - name: web
            image: example.com/web:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const annotation = (value: string): Example => yaml`
  annotations:
    karpenter.sh/do-not-disrupt: ${value}
`;

function examples(): RuleExamples {
  const pool = nodePool({ terminationGracePeriod: '24h' });
  const [yes, hours] = [annotation('"true"'), annotation('4h')];

  return {
    bad: [
      together(pool, workload('Deployment', yes, '')),
      together(pool, workload('Deployment', '', annotation('"yes"'))),
      against({ karpenter: '0.37' }, together(pool, workload('Deployment', yes, ''))),
      against({ karpenter: '1.11' }, together(pool, workload('StatefulSet', '', hours))),
      corrected(together(pool, workload('DaemonSet', '', yes)), {
        'annotations:\n        karpenter.sh/do-not-disrupt: "true"': '',
      }),
    ],
    good: [
      together(pool, workload('Deployment', yes, yes)),
      together(pool, workload('Deployment', '', hours)),
      together(pool, workload('Deployment', '', annotation('"false"'))),
      workload('DaemonSet', '', yes),
    ],
  };
}

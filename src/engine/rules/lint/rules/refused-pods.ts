import { hasKarpenterObjects, type WorkloadField, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { canonical } from '../../../manifest/canonical.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asMapping, type Manifest, type Mapping, type Path, pathText } from '../../../manifest/model/manifest.ts';
import { matchedPattern } from '../../../manifest/pod-policies/matched-pattern.ts';
import { concerns, matchesPattern, patched } from '../../../manifest/pod-policies/patched-pod.ts';
import { mayExemptPods, type PodValidation, podValidations } from '../../../manifest/pod-policies/pod-validations.ts';
import { podPolicies } from '../../../manifest/pod-policies/policies.ts';
import { nameInNamespace } from '../../../text/diagnostic.ts';
import { firstNames, quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const refusedPodsRule = defineRule({
  id: 'refused-pods',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const validations = podValidations(all.manifests);
      const isOpen = podPolicies(all.manifests).unknown.length > 0 || all.manifests.some(mayExemptPods);
      if (validations.length === 0 || isOpen || !hasKarpenterObjects(all)) return;

      for (const validation of validations) judge(validation, all, context);
    },
  },
  docs: {
    summary: 'A policy in the files refuses the pods of a workload.',
    why: 'Kyverno and Gatekeeper refuse a new pod that breaks one of their policies. Pods that run stay, so nothing happens on the day of the change. The next rollout, or Karpenter’s next drain of their node, creates pods that are refused, and the workload runs with fewer pods or none. Reported for plain patterns of Kyverno’s validate rules that enforce, and for constraints of Gatekeeper’s library that deny. Policies that set fields of pods are applied first. Nothing is reported if a policy changes pods in a way that plumbline does not read.',
    help: 'Change the pod template so that it meets the policy, or exclude the workload from the policy.',
    url: 'https://kyverno.io/docs/policy-types/cluster-policy/validate/',
  },
  examples,
});

interface Refusal {
  readonly workload: WorkloadField;
  readonly path: Path;
  readonly isMissing: boolean;
}

function judge(validation: PodValidation, all: ManifestSet, context: RuleContext): void {
  const { clusterOf, base, report } = context;
  const cluster = clusterOf(validation.manifest);
  const refusals = workloadsOf(all)
    .filter(({ manifest }) => clusterOf(manifest) === cluster)
    .flatMap((workload) => refusalOf(workload, validation, all) ?? []);
  const [first] = refusals;
  if (first === undefined) return;

  const policy = quotedTitle(validation.name);

  // The first pods that a new policy refuses come with the next rollout or drain.
  if (base !== null && earlier(validation.manifest, base) === undefined) {
    const names = firstNames([...new Set(refusals.map(({ workload }) => titleOf(workload)))]);
    report({
      manifest: validation.manifest,
      at: validation.manifest.span(validation.path),
      message: `${policy} refuses new pods of ${names}: ${lackOf(first)}. Pods that run stay, and after the next rollout or drain they are missing`,
      help: `Change the pod template${textIf(refusals.length > 1, 's')} first, or let the policy only report until then.`,
      labels: [{ span: first.workload.manifest.span(first.path), message: 'what it refuses' }],
    });
    return;
  }

  for (const refusal of refusals) {
    const { manifest } = refusal.workload;
    const old = base === null ? manifest : earlier(manifest, base);
    const isChanged = old === undefined || canonical(old.object) !== canonical(manifest.object);

    report({
      manifest,
      at: manifest.span(refusal.path),
      message: `${policy} refuses new pods of ${titleOf(refusal.workload)}: ${lackOf(refusal)}${textIf(isChanged, '. The pods that this change creates do not exist then')}`,
      help: 'Change the pod template so that it meets the policy, or exclude the workload from it.',
      labels: [{ span: validation.manifest.span(validation.path), message: 'the policy' }],
    });
  }
}

const titleOf = ({ manifest }: WorkloadField): string => `${manifest.kind} ${quoted(nameInNamespace(manifest))}`;

const lackOf = ({ path, isMissing, workload: { template } }: Refusal): string => {
  const name = quoted(pathText(path.slice(template.length)));
  if (isMissing) return `${name} is not set`;
  return `it does not allow this ${name}`;
};

const earlier = (manifest: Manifest, base: ManifestSet): Manifest | undefined =>
  base.manifests.find(
    ({ kind, name, namespace }) => kind === manifest.kind && name === manifest.name && namespace === manifest.namespace,
  );

/** Namespaces that Kyverno and Gatekeeper leave out by default. */
const systemNamespaces = /^(?:kube-system|kube-public|kube-node-lease|kyverno|gatekeeper-system)$/;

/** Why a policy refuses the pods of a workload; undefined if it does not, or if that is unknown. */
function refusalOf(workload: WorkloadField, validation: PodValidation, all: ManifestSet): Refusal | undefined {
  const { manifest, template, namespace } = workload;
  if (systemNamespaces.test(namespace) || manifest.isPartial || setsDefaults(namespace, all)) return undefined;

  const marks = all.manifests.find(({ kind, name }) => kind === 'Namespace' && name === namespace);
  const namespaceLabels = (asMapping(asMapping(marks?.object.metadata)?.labels) ?? {}) as Readonly<
    Record<string, string>
  >;
  // Labels of a namespace that is not in the files are unknown.
  const asksNamespace = [...validation.matches, ...validation.excludes].some(
    (match) => Object.keys(match.namespaceLabels).length > 0,
  );
  if (asksNamespace && marks === undefined) return undefined;

  const around = { name: manifest.name, namespace, namespaceLabels };
  const pod = podOf(workload, all, around);
  const patch = { kind: 'operations', operations: [] } as const;
  if (pod === undefined || !concerns({ ...validation, patch }, pod, around)) return undefined;

  const results = validation.patterns.map((pattern) => matchedPattern(pod, pattern));
  const [first] = results;
  if (first?.kind !== 'differs' || results.some(({ kind }) => kind !== 'differs')) return undefined;
  return { workload, path: [...template, ...first.path], isMissing: first.isMissing };
}

/** A pod of a workload after the policies that set fields. */
function podOf(
  { manifest, template }: WorkloadField,
  all: ManifestSet,
  around: Parameters<typeof concerns>[2],
): Mapping | undefined {
  const written = asMapping(template.length === 0 ? manifest.object : manifest.get(template));
  if (written === undefined) return undefined;

  let pod: Mapping = { metadata: asMapping(written.metadata) ?? {}, spec: asMapping(written.spec) ?? {} };
  for (const policy of podPolicies(all.manifests).plain)
    if (concerns(policy, pod, around)) pod = patched(pod, policy.patch) ?? pod;

  return pod;
}

/** Whether a LimitRange may give pods of a namespace requests and limits. The API server does so before policies see a pod. */
const setsDefaults = (namespace: string, { manifests }: ManifestSet): boolean =>
  manifests.some(
    (manifest) => manifest.kind === 'LimitRange' && matchesPattern(manifest.namespace ?? 'default', namespace),
  );

function examples(): RuleExamples {
  const pool = nodePool({
    limits: 'cpu: 200',
    nodeClassRef: 'default',
    requirements: ['karpenter.sh/capacity-type In [on-demand]'],
  });

  const policy = (action: string) =>
    yaml`
      apiVersion: kyverno.io/v1
      kind: ClusterPolicy
      metadata:
        name: no-latest
      spec:
        validationFailureAction: ${action}
        rules:
          - name: tag
            match:
              any:
                - resources:
                    kinds: [Pod]
            validate:
              message: Images need a tag other than latest.
              pattern:
                spec:
                  containers:
                    - image: "!*:latest"
    `;

  const deployment = (image: string) =>
    yaml`
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        selector:
          matchLabels:
            app: web
        template:
          metadata:
            labels:
              app: web
          spec:
            containers:
              - name: web
                image: ${image}
                resources:
                  requests:
                    cpu: 500m
                    memory: 256Mi
    `;

  const scene = (action: string, image: string) => together(policy(action), deployment(image), pool, nodeClass);

  return {
    bad: [
      corrected(
        scene('Enforce', 'registry.example.com/web:latest'),
        { 'web:latest': 'web:1.2.3' },
        { 'kinds: [Pod]': 'kinds: [Pod]\nnamespaces: [shop]' },
      ),
    ],
    good: [scene('Audit', 'registry.example.com/web:latest'), scene('Enforce', 'registry.example.com/web:1.2.3')],
  };
}

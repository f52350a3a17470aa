import { selects } from '../../../karpenter/api/label-selector.ts';
import {
  hasKarpenterObjects,
  namespaceOf,
  podLabelsOf,
  selectorOf,
  type WorkloadField,
  workloadsOf,
} from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, groupOf, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const webhookDeadlockRule = defineRule({
  id: 'webhook-deadlock',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { report }) {
      if (!hasKarpenterObjects(all)) return;

      const workloads = workloadsOf(all);

      for (const webhook of webhooksOf(all)) {
        const server = workloads.find((workload) => serves(workload, webhook, all));
        if (server === undefined || !isAskedAbout(server, webhook)) continue;

        const { manifest, path, name, namespace } = webhook;
        const pods = `${server.manifest.kind} \`${namespace}/${server.manifest.name}\``;

        report({
          manifest,
          at: manifest.span([...path, 'name']),
          message: `Webhook \`${name}\` has to answer before any pod is created, also those of ${pods}, which answer for it. If none of them runs, for example while Karpenter replaces their nodes, no new pod starts`,
          labels: [{ span: server.manifest.span(['metadata', 'name']), message: 'its own pods' }],
          help: `Exclude namespace \`${namespace}\` with \`namespaceSelector\`, or set \`failurePolicy: Ignore\`.`,
        });
      }
    },
  },
  docs: {
    summary: 'A webhook that must answer before pods are created is also asked about its own pods.',
    why: 'With `failurePolicy: Fail`, which is the default, the API server refuses a pod while the webhook does not answer. If the webhook is asked about its own pods, they cannot start once all of them have stopped, and no other pod can either. Karpenter replaces nodes all the time, so this happens on an ordinary day. Reported only if the pods of the webhook are among the manifests.',
    help: 'Exclude the namespace of the webhook with `namespaceSelector`.',
    url: 'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#prevent-self-mutation',
  },
  examples,
});

/** A webhook without which no pod is created. */
interface Webhook {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly name: string;
  readonly service: string;
  /** The namespace of its service. */
  readonly namespace: string;
}

function webhooksOf({ manifests }: ManifestSet): readonly Webhook[] {
  return manifests.flatMap((manifest) => {
    const isConfiguration =
      groupOf(manifest.apiVersion) === 'admissionregistration.k8s.io' &&
      /^(?:Validating|Mutating)WebhookConfiguration$/.test(manifest.kind);
    if (!isConfiguration || manifest.isPartial) return [];

    return asList(manifest.get(['webhooks'])).flatMap((value, index): readonly Webhook[] => {
      const { name, failurePolicy, clientConfig, rules, matchConditions } = asMapping(value) ?? {};
      const service = asMapping(asMapping(clientConfig)?.service);
      const [webhook, serviceName, namespace] = [name, service?.name, service?.namespace].map(asText);
      if (webhook === undefined || serviceName === undefined || namespace === undefined) return [];
      if (holdsPlaceholder(value) || (failurePolicy !== undefined && failurePolicy !== 'Fail')) return [];
      if (matchConditions !== undefined || !asList(rules).some(coversPods)) return [];
      return [{ manifest, path: ['webhooks', index], name: webhook, service: serviceName, namespace }];
    });
  });
}

/** Whether a rule of a webhook is about new pods. */
function coversPods(rule: unknown): boolean {
  const { apiGroups, operations, resources, scope } = asMapping(rule as never) ?? {};
  if (scope === 'Cluster') return false;

  const has = (list: typeof apiGroups, ...texts: readonly string[]): boolean =>
    asList(list).some((item) => texts.includes(asText(item) ?? '\n'));

  return has(apiGroups, '', '*') && has(operations, 'CREATE', '*') && has(resources, 'pods', '*', '*/*');
}

/** Whether the pods of a workload answer for a webhook: its service selects them. */
function serves(workload: WorkloadField, { service, namespace }: Webhook, { manifests }: ManifestSet): boolean {
  const labels = podLabelsOf(workload);
  if (workload.namespace !== namespace || labels === undefined || workload.manifest.kind === 'Job') return false;

  const target = manifests.find(
    (manifest) => manifest.kind === 'Service' && manifest.name === service && namespaceOf(manifest) === namespace,
  );
  if (target === undefined) return workload.manifest.name === service;

  const wanted = Object.entries(asMapping(target.get(['spec', 'selector'])) ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === asText(value));
}

/** Whether a webhook is asked about the pods of a workload. A selector that is not known may exclude them. */
function isAskedAbout(workload: WorkloadField, { manifest, path, namespace }: Webhook): boolean {
  const labels = podLabelsOf(workload) ?? {};

  const matches = (field: string, ofObject: Readonly<Record<string, string>>): boolean => {
    const at = [...path, field];
    return manifest.get(at) === undefined || selects(selectorOf(manifest, at), ofObject);
  };

  // Other labels of the namespace are unknown here, so nothing but its name may decide.
  const ofNamespace = JSON.stringify(manifest.get([...path, 'namespaceSelector']) ?? null);
  const keys = [...ofNamespace.matchAll(/"key":"([^"]*)"/g)].map(([, key]) => key);
  const isKnown = !ofNamespace.includes('matchLabels') && keys.every((key) => key === nameLabel);
  return isKnown && matches('namespaceSelector', { [nameLabel]: namespace }) && matches('objectSelector', labels);
}

/** The label that every namespace has, with its name. */
const nameLabel = 'kubernetes.io/metadata.name';

const server = yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: guard
    namespace: guard
  spec:
    replicas: 2
    selector:
      matchLabels:
        app: guard
    template:
      metadata:
        labels:
          app: guard
      spec:
        containers:
          - name: guard
            image: example.com/guard:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
  ---
  apiVersion: v1
  kind: Service
  metadata:
    name: guard-webhook
    namespace: guard
  spec:
    selector:
      app: guard
    ports:
      - port: 443
`;

const webhook = (selector: Example | string, failurePolicy = 'Fail'): Example => yaml`
  apiVersion: admissionregistration.k8s.io/v1
  kind: ValidatingWebhookConfiguration
  metadata:
    name: guard
  webhooks:
    - name: guard.example.com
      failurePolicy: ${failurePolicy}
      sideEffects: None
      admissionReviewVersions: [v1]
      clientConfig:
        service:
          name: guard-webhook
          namespace: guard
      ${selector}
      rules:
        - apiGroups: [""]
          apiVersions: [v1]
          operations: [CREATE]
          resources: [pods]
`;

const excluded = yaml`
  namespaceSelector:
    matchExpressions:
      - {key: kubernetes.io/metadata.name, operator: NotIn, values: [guard]}
`;

const optIn = yaml`
  namespaceSelector:
    matchLabels:
      example.com/guarded: "true"
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(nodePool(), server, webhook('')),
        { 'failurePolicy: Fail': 'failurePolicy: Ignore' },
        { '    rules:': `    ${excluded.text.trimEnd().replaceAll('\n', '\n    ')}\n    rules:` },
      ),
    ],
    good: [
      together(nodePool(), server, webhook(excluded)),
      together(nodePool(), server, webhook(optIn)),
      together(nodePool(), server, webhook('', 'Ignore')),
    ],
  };
}

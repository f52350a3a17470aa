import { helmReleasesOf } from '../../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Path, valueAt } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { isOpenToAll } from '../fields/pools-by-cluster.ts';
import { mayHaveMoreTerms, type NodeTerm, nodeTermsPath, requiredNodeTerms } from '../fields/required-node-affinity.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { fluxRelease, nodeClass, nodePool, together } from '../scenes.ts';

export const controllerPlacementRule = defineRule({
  id: 'controller-placement',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Karpenter installation',
  mistakes: [86],
  on: {
    Manifests(all, context) {
      const { report } = context;
      for (const manifest of all.manifests.filter(isController)) judgeDeployment(manifest, context);

      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        if (chart !== 'karpenter') continue;

        const selector = [...values, 'nodeSelector'];
        const keys = Object.keys(asMapping(manifest.get(selector)) ?? {});
        reportOwnLabel({ manifest, selector }, report);
        const affinity = [...values, 'affinity'];
        if (keys.length === 0 && !manifest.isPartial) reportReplaced({ manifest, affinity }, report);

        // Any other node selector may select nodes that Karpenter does not launch.
        const removed = [affinity, [...affinity, 'nodeAffinity']].find((path) => manifest.get(path) === null);
        if (keys.length > 0 || !removed) continue;

        const message = 'Without the chart’s default affinity, the controller can run on nodes that Karpenter launches';

        report({
          manifest,
          at: manifest.keySpan(removed),
          message,
          help: `Remove \`${removed.at(-1)}\`, so that the chart’s default applies.`,
        });
      }
    },
  },
  docs: {
    summary: 'The values of the chart, or the Deployment, let Karpenter run on nodes that it launches itself.',
    why: 'By default, the chart keeps the controller off nodes that Karpenter launches. If values place it there, a cluster without such a node never gets one, because the controller itself is pending. Consolidation may also delete the node that the controller runs on.',
    help: 'Run the controller on a managed node group, a kOps InstanceGroup or Fargate.',
    url: 'https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/',
  },
  examples,
});

/** Reports a selection of nodes by a label that only Karpenter gives them. */
function reportOwnLabel(
  { manifest, selector }: { readonly manifest: Manifest; readonly selector: Path },
  report: RuleContext['report'],
): void {
  const ownKey = Object.keys(asMapping(manifest.get(selector)) ?? {}).find((key) => ownLabels.has(key));
  if (ownKey === undefined) return;
  const message = `Only nodes that Karpenter launches have the label \`${ownKey}\`. If there are none, the controller stays pending`;
  report({ manifest, at: manifest.keySpan([...selector, ownKey]), message, help });
}

const pod = ['spec', 'template', 'spec'];

/** Karpenter's controller as a Deployment that is written, or that an overlay changes. The values of a chart are judged as such. */
const isController = ({ kind, apiVersion, object, source }: Manifest): boolean =>
  kind === 'Deployment' &&
  apiVersion === 'apps/v1' &&
  source.origin?.tool !== 'helm' &&
  asList(valueAt(object, [...pod, 'containers'])).some((item) =>
    /\/karpenter\/controller(?:[:@]|$)/.test(asText(asMapping(item)?.image) ?? ''),
  );

function judgeDeployment(manifest: Manifest, { clusterOf, report }: RuleContext): void {
  const selector = [...pod, 'nodeSelector'];
  const affinity = [...pod, 'affinity'];
  reportOwnLabel({ manifest, selector }, report);
  const keys = Object.keys(asMapping(manifest.get(selector)) ?? {});
  if (manifest.isPartial || hasPlaceholder(manifest.get(selector)) || !keys.every(isOfEveryNode)) return;
  if (mayHaveMoreTerms(manifest, affinity)) return;

  const terms = requiredNodeTerms(manifest, affinity);
  const open = terms.find(isOpenTerm);
  const { manifests } = clusterOf(manifest);
  // Fargate runs the pods of its profiles, whatever they select.
  const isFargate = manifests.some(({ object }) => /fargate/i.test(JSON.stringify(object)));
  const pool = manifests.find(
    (manifest) => manifest.kind === 'NodePool' && !manifest.isPartial && isOpenToAll(manifest),
  );
  if ((terms.length > 0 && !open) || isFargate || !pool) return;

  report({
    manifest,
    at: open ? manifest.keySpan(nodeTermsPath(affinity)) : manifest.span(pod),
    message: `Nothing keeps the controller off the nodes that it launches itself for \`${pool.name}\`, so it may remove the node that it runs on`,
    help: 'Add required node affinity with the expression `{key: karpenter.sh/nodepool, operator: DoesNotExist}`, which the chart has.',
  });
}

const help = 'Select nodes that Karpenter does not launch, such as those of a managed node group.';

/**
 * Labels that nodes have wherever they come from. Others of these domains, such as `node.kubernetes.io/role`, are given to some nodes only.
 * Source: Kubernetes' well-known labels.
 */
const isOfEveryNode = (key: string): boolean =>
  /^(?:(?:beta\.)?kubernetes\.io\/(?:arch|os|hostname|instance-type)|node\.kubernetes\.io\/instance-type|(?:topology|failure-domain\.beta)\.kubernetes\.io\/(?:region|zone))$/.test(
    key,
  );

/**
 * Reports node affinity that replaces the chart's own and no longer keeps the controller off Karpenter's nodes. Helm merges maps, so other
 * kinds of affinity leave it as it is, but lists are replaced.
 */
function reportReplaced(
  { manifest, affinity }: { readonly manifest: Manifest; readonly affinity: Path },
  report: RuleContext['report'],
): void {
  if (mayHaveMoreTerms(manifest, affinity) || !requiredNodeTerms(manifest, affinity).some(isOpenTerm)) return;
  report({
    manifest,
    at: manifest.keySpan(nodeTermsPath(affinity)),
    message:
      'These terms replace the chart’s own, which keep the controller off nodes that Karpenter launches, so Karpenter may remove the node that it runs on',
    help: 'Add `{key: karpenter.sh/nodepool, operator: DoesNotExist}` to each term.',
  });
}

/** Whether nodes that Karpenter launches may match a term. */
const isOpenTerm = ({ expressions, fields }: NodeTerm): boolean =>
  [...expressions, ...fields].every(
    ({ key, operator }) =>
      !hasPlaceholder(key) && (isOfEveryNode(key) || (ownLabels.has(key) && /^(?:Exists|In)$/.test(operator))),
  );

/** Labels that only Karpenter gives to nodes. */
const ownLabels: ReadonlySet<string> = new Set([
  'karpenter.sh/capacity-type',
  'karpenter.sh/initialized',
  'karpenter.sh/nodepool',
  'karpenter.sh/registered',
]);

const onDemand = ['karpenter.sh/capacity-type In [on-demand]'];
const offOwnNodes = '{key: karpenter.sh/nodepool, operator: DoesNotExist}';

const affinity = (expression: string): string => `affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [${expression}]`;

const deployment = (placement: string): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: karpenter
    namespace: kube-system
  spec:
    replicas: 2
    selector:
      matchLabels:
        app: karpenter
    template:
      metadata:
        labels:
          app: karpenter
      spec:
        ${placement}
        containers:
          - name: controller
            image: public.ecr.aws/karpenter/controller:1.8.1
            resources:
              requests:
                cpu: 1
                memory: 1Gi
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        fluxRelease('karpenter', {
          values: yaml`
          nodeSelector:
            karpenter.sh/nodepool: system
        `,
        }),
        { 'karpenter.sh/nodepool: system': 'eks.amazonaws.com/nodegroup: system' },
      ),
      corrected(fluxRelease('karpenter', { values: 'affinity: null' }), { 'affinity: null': '' }),
      corrected(
        fluxRelease('karpenter', {
          values: yaml`
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                    - matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
          `,
        }),
        {
          'values: [amd64]}': 'values: [amd64]}, {key: karpenter.sh/nodepool, operator: DoesNotExist}',
        },
      ),
      corrected(deployment('nodeSelector: {karpenter.sh/nodepool: system}'), {
        'karpenter.sh/nodepool: system': 'eks.amazonaws.com/nodegroup: system',
      }),
      corrected(together(nodePool({ nodeClassRef: 'default', requirements: onDemand }), deployment(''), nodeClass), {
        'containers:': `${affinity(offOwnNodes)}\ncontainers:`,
      }),
      corrected(
        together(
          nodePool({ nodeClassRef: 'default', requirements: onDemand }),
          deployment(affinity('{key: kubernetes.io/arch, operator: In, values: [arm64]}')),
          nodeClass,
        ),
        { 'values: [arm64]}': `values: [arm64]}, ${offOwnNodes}` },
      ),
    ],
    good: [
      together(
        nodePool({ nodeClassRef: 'default', requirements: onDemand }),
        deployment(affinity(offOwnNodes)),
        nodeClass,
      ),
      together(
        nodePool({ nodeClassRef: 'default', requirements: onDemand }),
        deployment('nodeSelector: {eks.amazonaws.com/nodegroup: system}'),
        nodeClass,
      ),
      fluxRelease('karpenter', {
        values: yaml`
          nodeSelector:
            karpenter.sh/controller: "true"
        `,
      }),
      fluxRelease('karpenter', {
        values: yaml`
          nodeSelector:
            eks.amazonaws.com/nodegroup: system
          affinity: null
        `,
      }),
      fluxRelease('karpenter', {
        values: yaml`
          affinity:
            podAntiAffinity:
              preferredDuringSchedulingIgnoredDuringExecution: []
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - {key: eks.amazonaws.com/nodegroup, operator: Exists}
                  - matchExpressions:
                      - {key: karpenter.sh/nodepool, operator: DoesNotExist}
        `,
      }),
    ],
  };
}

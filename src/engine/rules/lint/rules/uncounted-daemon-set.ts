import { label } from '../../../karpenter/api/labels.ts';
import { hasKarpenterObjects, type WorkloadField, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { asList, asMapping, type Path } from '../../../manifest/model/manifest.ts';
import { against, corrected, type Example, yaml } from '../example.ts';
import { mayHaveMoreTerms, type NodeTerm, requiredNodeTerms } from '../fields/required-node-affinity.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const uncountedDaemonSetRule = defineRule({
  id: 'uncounted-daemon-set',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { karpenter, isKarpenterAssumed, report }) {
      if (karpenter.countsDaemonSetsOfJoinedNodes || isKarpenterAssumed || !hasKarpenterObjects(all)) return;

      for (const workload of workloadsOf(all).filter(({ manifest }) => manifest.kind === 'DaemonSet')) {
        const nodeLabel = requestsAnything(workload) ? selectedLabel(workload) : undefined;
        if (nodeLabel === undefined) continue;

        const { manifest } = workload;

        report({
          manifest,
          at: manifest.span(nodeLabel.path),
          message: `Karpenter ${karpenter.version} leaves DaemonSet \`${manifest.name}\` out when it sizes new nodes, because no node has the label \`${nodeLabel.key}\` before it has joined. So nodes may be too small for its pods, and some pods stay pending`,
          help: `Select the nodes by \`${label.nodePool}\` with \`Exists\`, or upgrade Karpenter to 1.14 or later.`,
        });
      }
    },
  },
  docs: {
    summary:
      'Karpenter before 1.14 does not count a DaemonSet that selects nodes by a label that they get when they join.',
    why: 'Karpenter adds what DaemonSets request to the pods for which it launches a node. Before 1.14, it compares the node selector and the required node affinity of a DaemonSet with the labels of the NodePool. `karpenter.sh/registered` and `karpenter.sh/initialized` are not among them, so the DaemonSet seems not to run there. Once the node has joined it does run there, and takes the room of other pods. Not reported if the version of Karpenter is assumed, or if the DaemonSet requests nothing.',
    help: 'Select the nodes by another label, or upgrade Karpenter.',
    url: 'https://github.com/kubernetes-sigs/karpenter/issues/2116',
  },
  examples,
});

const labelsOfJoined: ReadonlySet<string> = new Set([label.registered, label.initialized]);

/** Whether a container requests CPU or memory. */
const requestsAnything = ({ manifest, template }: WorkloadField): boolean =>
  asList(manifest.get([...template, 'spec', 'containers'])).some((container) => {
    const resources = asMapping(asMapping(container)?.resources);
    return ['requests', 'limits'].some((name) => Object.keys(asMapping(resources?.[name]) ?? {}).length > 0);
  });

interface SelectedLabel {
  readonly key: string;
  readonly path: Path;
}

/** The label of joined nodes that a DaemonSet requires, by its selector or in each term of its affinity. */
function selectedLabel({ manifest, template }: WorkloadField): SelectedLabel | undefined {
  const selector: Path = [...template, 'spec', 'nodeSelector'];
  const key = Object.keys(asMapping(manifest.get(selector)) ?? {}).find((name) => labelsOfJoined.has(name));
  if (key !== undefined) return { key, path: [...selector, key] };

  const affinity: Path = [...template, 'spec', 'affinity'];
  const terms = requiredNodeTerms(manifest, affinity).map(ofJoined);
  if (terms.includes(undefined) || mayHaveMoreTerms(manifest, affinity)) return undefined;

  return terms[0];
}

const ofJoined = ({ expressions }: NodeTerm): SelectedLabel | undefined =>
  expressions.find(({ key, operator }) => labelsOfJoined.has(key) && ['In', 'Exists'].includes(operator));

function examples(): RuleExamples {
  const pool = nodePool({
    limits: 'cpu: 200',
    nodeClassRef: 'default',
    requirements: ['karpenter.sh/capacity-type In [on-demand]'],
  });

  const agent = (selection: Example, requests = 'cpu: 500m') => yaml`
    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: agent
    spec:
      selector:
        matchLabels:
          app: agent
      template:
        metadata:
          labels:
            app: agent
        spec:
          ${selection}
          containers:
            - name: agent
              image: agent:1
              resources:
                requests:
                  ${requests}
                  memory: 256Mi
  `;

  const selector = yaml`
    nodeSelector:
      karpenter.sh/registered: "true"
  `;

  const terms = (...keys: readonly string[]) => yaml`
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            ${keys.map((key) => `- matchExpressions:\n    - key: ${key}\n      operator: Exists`).join('\n')}
  `;

  const under = (karpenter: string, daemonSet: Example): Example =>
    against({ karpenter }, together(pool, daemonSet, nodeClass));

  return {
    bad: [
      corrected(under('1.11', agent(terms('karpenter.sh/initialized'))), {
        'karpenter.sh/initialized': 'karpenter.sh/nodepool',
      }),
      corrected(under('1.4', agent(selector)), {
        'nodeSelector:\n        karpenter.sh/registered: "true"': terms('karpenter.sh/nodepool'),
      }),
    ],
    good: [
      under('1.14', agent(selector)),
      under('1.11', agent(terms('karpenter.sh/nodepool'))),
      under('1.11', agent(terms('karpenter.sh/initialized', 'eks.amazonaws.com/nodegroup'))),
    ],
  };
}

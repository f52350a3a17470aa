import {
  controllerLabels,
  controllerNamespaces,
  hasOtherPolicies,
  isEgressPolicy,
  isUnknownPolicy,
  mayApplyTo,
  type PolicedPods,
} from '../../../karpenter/installation/network-policies.ts';
import { hasKarpenterObjects } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { byCount } from '../../../text/words/plural.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const deniedEgressRule = defineRule({
  id: 'denied-egress',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, { report }) {
      if (!hasKarpenterObjects(all) || hasOtherPolicies(all)) return;

      const policies = all.manifests.filter(isEgressPolicy);

      for (const service of [...controllerNamespaces(all).map(controllerIn), coreDns]) {
        const selecting = policies.filter((policy) => mayApplyTo(policy, service));
        const [policy] = selecting;
        if (policy === undefined || selecting.some(isUnknownPolicy)) continue;

        const denied = service.ports.filter((port) => !selecting.some((allowing) => allowsPort(allowing, port)));
        if (denied.length === 0) continue;

        const ports = `${byCount(denied.length, 'port', 'ports')} ${denied.join(' and ')}`;

        report({
          manifest: policy,
          at: policy.span(policy.get(['spec', 'egress']) === undefined ? ['spec'] : ['spec', 'egress']),
          ...(!isEnforced(all) && { severity: 'note' as const }),
          message: `NetworkPolicy \`${policy.name}\` allows ${service.pods} no egress on ${ports}. ${service.consequence}`,
          help: `Allow egress on ${ports} in a NetworkPolicy of namespace \`${service.namespace}\`.`,
        });
      }
    },
  },
  docs: {
    summary: 'A NetworkPolicy cuts Karpenter off from AWS, or the DNS of the cluster from its upstream.',
    why: 'Once a NetworkPolicy for egress selects a pod, it may reach only what some policy allows. Karpenter’s controller calls AWS and the API server on port 443 and resolves their names on port 53, and CoreDNS forwards to the resolver of the VPC on port 53. Without that, no node is launched. A NetworkPolicy has an effect only if the network plugin enforces it, so this is a note if no file shows that. Only the ports are compared. Not reported if the files have policies of Cilium, Calico or administrators.',
    help: 'Allow the ports in a NetworkPolicy of the same namespace.',
    url: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-deny-all-egress-traffic',
  },
  examples,
});

/** Pods that every launch of a node needs, and the ports that they have to reach. */
interface NeededService extends PolicedPods {
  readonly pods: string;
  readonly ports: readonly number[];
  readonly consequence: string;
}

/** The API server and AWS are on port 443. The chart's `dnsPolicy` is that of the cluster, so names are resolved on port 53. */
const controllerIn = (namespace: string): NeededService => ({
  pods: `the pods of Karpenter’s controller in namespace \`${namespace}\``,
  namespace,
  labels: controllerLabels,
  ports: [443, 53],
  consequence: 'Where it is enforced, Karpenter reaches neither AWS nor the API server, and launches no nodes',
});

const coreDns: NeededService = {
  pods: 'the pods of CoreDNS in namespace `kube-system`',
  namespace: 'kube-system',
  labels: { 'k8s-app': 'kube-dns', 'eks.amazonaws.com/component': 'coredns' },
  ports: [53],
  consequence:
    'Where it is enforced, no pod of the cluster resolves names outside of it, and Karpenter launches no nodes',
};

const allowsPort = (policy: Manifest, port: number): boolean =>
  asList(policy.get(['spec', 'egress'])).some((rule) => {
    const ports = asList(asMapping(rule)?.ports);
    return ports.length === 0 || ports.some((entry) => mayBePort(entry, port));
  });

/** Whether an entry of `ports` covers a port. The number of a port with a name is unknown. */
function mayBePort(entry: Value, wanted: number): boolean {
  const { port, endPort } = asMapping(entry) ?? {};
  if (port === undefined || hasPlaceholder(port) || Number.isNaN(Number(port))) return true;
  return Number(port) <= wanted && wanted <= Number(endPort ?? port);
}

/** Whether the files show a network plugin that enforces policies. */
const isEnforced = ({ manifests }: ManifestSet): boolean =>
  manifests.some(({ kind, object }) => {
    if (kind === 'NodePool' || kind === 'NetworkPolicy') return false;
    const text = asText(JSON.stringify(object)) ?? '';
    return /enableNetworkPolicy\W{1,8}true|"(?:chart|repository|name)":"(?:cilium|tigera-operator|calico)"/.test(text);
  });

const policy = (egress: Example | string): Example => yaml`
  apiVersion: networking.k8s.io/v1
  kind: NetworkPolicy
  metadata:
    name: default-deny
    namespace: karpenter
  spec:
    podSelector: {}
    policyTypes: [Egress]
    ${egress}
`;

const plugin = yaml`
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: aws-vpc-cni
  spec:
    chart:
      spec:
        chart: aws-vpc-cni
        version: 1.20.0
    values:
      enableNetworkPolicy: "true"
`;

const dns = yaml`
  egress:
    - ports:
        - {protocol: UDP, port: 53}
        - {protocol: TCP, port: 53}
`;

const https = yaml`
  egress:
    - ports:
        - {protocol: TCP, port: 443}
        - {protocol: UDP, port: 53}
`;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(together(nodePool(), plugin, policy('egress: []')), {
        'egress: []': 'egress: [{ports: [{protocol: TCP, port: 443}, {protocol: UDP, port: 53}]}]',
      }),
      corrected(together(nodePool(), plugin, policy(dns)), {
        '{protocol: TCP, port: 53}': '{protocol: TCP, port: 443}',
      }),
      corrected(together(nodePool(), plugin, policy('egress: [{ports: [{protocol: TCP, port: 443}]}]')), {
        '{protocol: TCP, port: 443}': '{protocol: TCP, port: 443}, {protocol: UDP, port: 53}',
      }),
    ],
    good: [together(nodePool(), plugin, policy(https)), together(nodePool(), plugin, policy('egress: [{}]'))],
  };
}

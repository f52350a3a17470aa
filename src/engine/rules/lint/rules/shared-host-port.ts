import { isSamePort } from '../../../karpenter/scheduling/host-ports.ts';
import { namespaceOf, type WorkloadField, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { canonical } from '../../../manifest/canonical.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Path } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { groupBy } from '../../../text/group-by.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const sharedHostPortRule = defineRule({
  id: 'shared-host-port',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: { Manifests: judge },
  docs: {
    summary: 'Two DaemonSets for the same nodes use the same port of the node.',
    why: 'Only one pod of a node can have a port of it. On each node, the pod of the DaemonSet that comes second stays pending, also on all nodes that Karpenter launches. With `hostNetwork`, each port of a container is a port of the node. Reported if both DaemonSets select the same nodes.',
    help: 'Give one of the DaemonSets another port, or remove its `hostPort` if a Service reaches its pods.',
    url: 'https://kubernetes.io/docs/concepts/configuration/overview/#services',
  },
  examples,
});

/** A port of the node that each pod of a DaemonSet needs. */
interface NodePort {
  readonly daemonSet: WorkloadField;
  readonly path: Path;
  readonly ip: string;
  readonly port: number;
  readonly protocol: string;
}

function judge(all: ManifestSet, context: RuleContext): void {
  const wanted = nodePortsOf(all);
  const before = new Set(context.base === null ? [] : nodePortsOf(context.base).map(identity));

  for (const ports of groupBy(wanted, nodesAndPort).values()) {
    if (ports.length < 2) continue;

    // Who was there first has the port.
    const sorted = [...ports].sort((a, b) => Number(before.has(identity(b))) - Number(before.has(identity(a))));
    for (const [index, second] of sorted.entries()) {
      const first = sorted.slice(0, index).find((other) => isTaken(second, other, context));
      if (first !== undefined) report(second, first, context);
    }
  }
}

const nameOf = ({ manifest, namespace }: WorkloadField): string => `\`${namespace}/${manifest.name}\``;

const identity = ({ daemonSet: { manifest, namespace }, port }: NodePort): string =>
  JSON.stringify([namespace, manifest.name, port]);

/** Whether another DaemonSet of the same cluster has the port. */
const isTaken = (second: NodePort, first: NodePort, { clusterOf }: RuleContext): boolean =>
  nameOf(first.daemonSet) !== nameOf(second.daemonSet) &&
  isSamePort(first, second) &&
  clusterOf(first.daemonSet.manifest) === clusterOf(second.daemonSet.manifest);

function report(second: NodePort, first: NodePort, context: RuleContext): void {
  const { manifest } = second.daemonSet;
  context.report({
    manifest,
    at: manifest.span(second.path),
    message: `DaemonSets ${nameOf(first.daemonSet)} and ${nameOf(second.daemonSet)} both need port ${second.port} of each node, so the pods of one of them stay pending`,
    labels: [{ span: first.daemonSet.manifest.span(first.path), message: 'the same port' }],
    help: `Use another port in ${nameOf(second.daemonSet)}, or remove its \`hostPort\` if a Service reaches its pods.`,
  });
}

/** The nodes that a DaemonSet selects, as far as its pods say it, and the port. */
function nodesAndPort({ daemonSet: { manifest, template }, port }: NodePort): string {
  const { 'kubernetes.io/os': os, ...selector } = asMapping(manifest.get([...template, 'spec', 'nodeSelector'])) ?? {};
  const affinity = manifest.get([...template, 'spec', 'affinity', 'nodeAffinity']) ?? null;
  return canonical([os === 'windows', selector, affinity, port]);
}

function nodePortsOf(all: ManifestSet): readonly NodePort[] {
  return workloadsOf(all).flatMap((daemonSet) => {
    const { manifest, template } = daemonSet;
    const spec = [...template, 'spec'];

    const isOpen = manifest.kind !== 'DaemonSet' || manifest.isPartial || manifest.name === '';
    // Where the pods run, and under which name, must be known.
    const scope = [namespaceOf(manifest), manifest.name, manifest.get([...spec, 'nodeSelector']) ?? null];
    if (isOpen || holdsPlaceholder([...scope, manifest.get([...spec, 'affinity']) ?? null])) return [];

    const isOnHost = manifest.get([...spec, 'hostNetwork']) === true;
    const containers = asList(manifest.get([...spec, 'containers']));
    const paths = containers.flatMap((container, index) =>
      asList(asMapping(container)?.ports).map((_, at): Path => [...spec, 'containers', index, 'ports', at]),
    );

    return paths.flatMap((path): NodePort[] => {
      const { hostPort, containerPort, hostIP, protocol } = asMapping(manifest.get(path)) ?? {};
      const port = hostPort ?? (isOnHost ? containerPort : undefined);
      if (typeof port !== 'number' || port === 0) return [];
      return [{ daemonSet, path, port, ip: asText(hostIP) ?? '0.0.0.0', protocol: asText(protocol) ?? 'TCP' }];
    });
  });
}

/** A DaemonSet with a port for metrics. */
const exporter = (name: string, port: string, selector = ''): Example => yaml`
  apiVersion: apps/v1
  kind: DaemonSet
  metadata:
    name: ${name}
    namespace: monitoring
  spec:
    selector: {matchLabels: {app: ${name}}}
    template:
      metadata: {labels: {app: ${name}}}
      spec:
        ${selector}
        containers:
          - name: exporter
            image: example.com/exporter:1
            ports:
              - containerPort: 9100
                ${port}
            resources: {requests: {cpu: 100m, memory: 100Mi}}
`;

function examples(): RuleExamples {
  const first = exporter('node-exporter', 'hostPort: 9100');
  const gpu = 'nodeSelector: {example.com/gpu: "true"}';

  return {
    bad: [
      corrected(together(nodePool(), first, exporter('team-exporter', 'hostPort: 9100 # of the team')), {
        'hostPort: 9100 # of the team': 'hostPort: 9101',
      }),
    ],
    good: [
      together(nodePool(), first, exporter('team-exporter', '')),
      together(nodePool(), first, exporter('gpu-exporter', 'hostPort: 9100', gpu)),
    ],
  };
}

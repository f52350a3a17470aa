import type { Taint } from '../../../karpenter/api/pod.ts';
import {
  type ChartRelease,
  mayInstallChart,
  releasesOfChart,
  releaseValue,
} from '../../../karpenter/installation/helm-releases.ts';
import { replaceValue } from '../../../manifest/edit.ts';
import {
  asList,
  asMapping,
  asText,
  type Manifest,
  mappingOrEmpty,
  type Path,
} from '../../../manifest/model/manifest.ts';
import { itemsAt } from '../../../manifest/shown-items.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { has, isKnown } from '../../../text/evidence.ts';
import { corrected, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { agentOfTaint, agentStoppedBy, isStillThere, mayRemoveTaint, taintRemovers } from '../fields/taint-removers.ts';
import { whyRelated } from '../fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { fluxRelease, nodeClass, nodePool, together } from '../scenes.ts';

export const startupTaintsRule = defineRule({
  id: 'startup-taints',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Taints and overlapping NodePools',
  mistakes: [87, 88],
  on: {
    Manifests(all, context) {
      for (const pool of nodePoolsOf(all)) {
        judgeSpelling(pool, context);
        judgePermanent(pool, context);
        judgeRemovers(pool, context);
        judgeAgents(pool, context);
      }

      for (const release of releasesOfChart(all, 'istiod')) judgeIstio(release, context);

      const releases = releasesOfChart(all, 'cilium');
      for (const release of releases) judgeCilium(release, context);
      // A release whose chart is unknown may be Cilium's, and then its values decide.
      if (releases.length === 0 && mayInstallChart(all, 'cilium')) return;

      for (const manifest of all.manifests.filter(isCiliumConfig)) {
        const isOfRelease = releases.some(
          (release) => context.clusterOf(release.manifest) === context.clusterOf(manifest),
        );
        if (!isOfRelease) judgeCiliumConfig(manifest, context);
      }
    },
  },
  docs: {
    summary: 'An agent’s taint is missing from `startupTaints` or in `taints`, or nothing can remove a startup taint.',
    why: 'Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. If nothing removes a startup taint, or its agent does not tolerate the taints of the NodePool, new nodes keep it. No agent removes a misspelled startup taint, and istiod removes its taint only with its untaint controller, which is off by default. The node then never becomes initialized, so Karpenter never consolidates or replaces it.',
    help: 'Add the taint to `startupTaints`, with the key that the agent uses.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints',
  },
  examples,
});

const list: Path = ['spec', 'template', 'spec', 'startupTaints'];

/** Taints that agents remove once they run. */
const taken = [
  'node.cilium.io/agent-not-ready',
  'ebs.csi.aws.com/agent-not-ready',
  'efs.csi.aws.com/agent-not-ready',
  'fsx.csi.aws.com/agent-not-ready',
  's3.csi.aws.com/agent-not-ready',
];

/** The agent that a key names. Keys of different agents are never misspellings of each other. */
const agentOf = (key: string): string => key.split('.')[0]!;

function judgeSpelling(pool: Manifest, { report, nearest }: RuleContext): void {
  for (const index of asList(pool.get(list)).keys()) {
    const path = [...list, index, 'key'];
    const key = asText(pool.get(path)) ?? '';
    const wanted = taken.includes(key) ? undefined : nearest(key, taken);
    if (wanted === undefined || agentOf(wanted) !== agentOf(key)) continue;

    report({
      manifest: pool,
      at: pool.span(path),
      message: `Nothing removes the startup taint \`${key}\`, so the nodes of \`${pool.name}\` never become initialized`,
      help: `Did you mean \`${wanted}\`?`,
      unready: `nothing removes the startup taint \`${key}\``,
      fix: { description: `Replace with \`${wanted}\``, edits: replaceValue(pool, path, wanted) },
    });
  }
}

/** Reports a startup taint whose remover the change removes. What removes the taint may also be in another repository. */
function judgeRemovers(pool: Manifest, context: RuleContext): void {
  const { all, base, report, baseClusterOf } = context;
  const old = base?.manifests.find(({ kind, name }) => kind === pool.kind && name === pool.name);
  if (!base || !old) return;

  for (const index of asList(pool.get(list)).keys()) {
    const path = [...list, index, 'key'];
    const key = asText(pool.get(path));
    if (key === undefined || hasPlaceholder(key)) continue;

    const [remover] = taintRemovers(base, key);
    if (remover === undefined || mayRemoveTaint(all, key)) continue;

    const isSameCluster = baseClusterOf(old) === baseClusterOf(remover.manifest);
    const verb = remover.isByContent && isStillThere(remover.manifest, all) ? 'changes' : 'removes';

    report({
      manifest: pool,
      at: pool.span(path),
      ...(!isSameCluster && { severity: 'note' as const }),
      message: `Nothing in these files removes the startup taint \`${key}\` any more, because the change ${verb} ${remover.title}. New nodes of \`${pool.name}\` never become initialized, and pods that do not tolerate it stay pending`,
      help: 'Remove the taint from `startupTaints` first, or keep what removes it.',
      ...(isSameCluster && { unready: `nothing removes the startup taint \`${key}\`` }),
    });
  }
}

/** Reports the startup taint of an agent that these files do not install, or that cannot run on the nodes. */
function judgeAgents(pool: Manifest, context: RuleContext): void {
  const { all, base, report } = context;
  const taints = taintsAt(pool, ['spec', 'template', 'spec', 'taints']);

  for (const [index, taint] of taintsAt(pool, list).entries()) {
    if (!taint) continue;

    const agent = agentOfTaint(taint.key);
    const at = pool.span([...list, index, 'key']);
    // An agent that the change removes has a finding of its own.
    const isRemoved = base !== null && taintRemovers(base, taint.key).length > 0;

    if (agent && !isRemoved && !mayRemoveTaint(all, taint.key)) {
      report({
        manifest: pool,
        at,
        severity: 'note',
        message: `Nothing in these files removes the startup taint \`${taint.key}\`: they do not install \`${agent.chart}\`. Unless the cluster has it from elsewhere, new nodes of \`${pool.name}\` never become initialized`,
        help: `Install \`${agent.chart}\` before the taint, or remove the taint from \`startupTaints\`.`,
      });
      continue;
    }

    const removers = taintRemovers(all, taint.key).map(({ manifest }) => manifest);
    const cluster = context.clusterOf(pool);
    const stopped = agentStoppedBy(
      [...taints, taint],
      removers.filter((remover) => context.clusterOf(remover) === cluster),
    );
    if (!stopped) continue;

    const { daemonSet, cause } = stopped;
    const tolerated = cause.key === taint.key ? 'it' : `the taint \`${cause.key}\` of \`${pool.name}\``;

    report({
      manifest: pool,
      at,
      message: `DaemonSet \`${daemonSet.name}\` removes the startup taint \`${taint.key}\`, but does not tolerate ${tolerated}. It never runs on new nodes of \`${pool.name}\`, so they never become initialized`,
      help: `Add a toleration for \`${cause.key}\` to DaemonSet \`${daemonSet.name}\`.`,
      labels: [
        { span: daemonSet.span(['metadata', 'name']), message: `the agent${whyRelated(pool, daemonSet, context)}` },
      ],
      unready: `nothing removes the startup taint \`${taint.key}\``,
    });
  }
}

/** The taints of a list. Undefined for one that is not completely known. */
function taintsAt(pool: Manifest, path: Path): readonly (Taint | undefined)[] {
  return asList(pool.get(path)).map((item) => {
    if (holdsPlaceholder(item)) return undefined;

    const { key, value, effect } = mappingOrEmpty(item);
    return { key: asText(key) ?? '', value: asText(value) ?? '', effect: asText(effect) ?? '' };
  });
}

/** Reports the taint of an agent among those that stay. */
function judgePermanent(pool: Manifest, { report }: RuleContext): void {
  const taints: Path = ['spec', 'template', 'spec', 'taints'];
  const startup = new Set(asList(pool.get(list)).map((_, index) => asText(pool.get([...list, index, 'key']))));

  for (const index of asList(pool.get(taints)).keys()) {
    const path = [...taints, index, 'key'];
    const key = asText(pool.get(path)) ?? '';
    if (!taken.includes(key) || startup.has(key)) continue;

    report({
      manifest: pool,
      at: pool.span(path),
      message: `An agent removes the taint \`${key}\` when it runs, but it is in \`taints\`. Karpenter expects it to stay, so it launches no node of \`${pool.name}\` for pods that do not tolerate it`,
      help: 'Move it from `taints` to `startupTaints`.',
    });
  }
}

function judgeCilium(release: ChartRelease, context: RuleContext): void {
  const key = releaseValue(release, 'agentNotReadyTaintKey');
  const switches = ['setNodeTaints', 'enabled'].map((name) => releaseValue(release, 'operator', name));
  if (!isKnown(key) || !switches.every((shown) => isKnown(shown) && shown.value !== false)) return;

  reportMissing({ manifest: release.manifest, key: asText(key.value) ?? taken[0]! }, context);
}

/** The taint that istiod removes once the CNI agent of Istio runs on a node. */
const ofIstio = 'cni.istio.io/not-ready';

/**
 * Reports NodePools with the startup taint of Istio in the cluster of an istiod whose controller for it is off. It is
 * off by default, and `taint.enabled` or an environment variable turns it on. The values may also be below `pilot`.
 * Source: istio pilot/pkg/features, charts/istio-control/istio-discovery.
 */
function judgeIstio(release: ChartRelease, context: RuleContext): void {
  const { all, report, clusterOf } = context;
  const settings = [[], ['pilot']].flatMap((root) => [
    releaseValue(release, ...root, 'taint', 'enabled'),
    releaseValue(release, ...root, 'env', 'PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS'),
  ]);
  const isOff = settings.every(
    (setting) => isKnown(setting) && (setting.value === undefined || String(setting.value) === 'false'),
  );
  if (!isOff || releasesOfChart(all, 'istiod').length > 1) return;

  for (const pool of nodePoolsOf(all)) {
    const index = asList(pool.get(list)).findIndex((taint) => asText(asMapping(taint)?.key) === ofIstio);
    if (index === -1 || clusterOf(pool) !== clusterOf(release.manifest)) continue;

    report({
      manifest: pool,
      at: pool.span([...list, index, 'key']),
      message: `Istio removes the startup taint \`${ofIstio}\` only with the untaint controller of istiod, which these values leave off. So the nodes of \`${pool.name}\` never become initialized`,
      help: 'Set `taint.enabled: true` in the values of istiod, and `PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"` below `env` before Istio 1.30. If something else removes the taint, turn this rule off.',
      labels: [
        {
          span: release.manifest.span(['metadata', 'name']),
          message: `istiod${whyRelated(pool, release.manifest, context)}`,
        },
      ],
      unready: `nothing removes the startup taint \`${ofIstio}\``,
    });
  }
}

const isCiliumConfig = ({ kind, apiVersion, name }: Manifest): boolean =>
  kind === 'ConfigMap' && apiVersion === 'v1' && name === 'cilium-config';

/** Reports by what Cilium's operator reads, which the chart or another program made. */
function judgeCiliumConfig(manifest: Manifest, context: RuleContext): void {
  const key = asText(manifest.get(['data', 'agent-not-ready-taint-key'])) ?? taken[0]!;
  const isOn = asText(manifest.get(['data', 'set-cilium-node-taints'])) === 'true';
  if (isOn && !manifest.isPartial && !hasPlaceholder(key)) reportMissing({ manifest, key }, context);
}

/** Reports NodePools in the cluster of a Cilium whose startup taints lack its taint. */
function reportMissing(
  { manifest, key }: { readonly manifest: Manifest; readonly key: string },
  context: RuleContext,
): void {
  const { all, report, clusterOf, onlyClusterFor } = context;
  const cluster = onlyClusterFor(manifest);
  const isAssumed = cluster !== clusterOf(manifest);

  for (const pool of nodePoolsOf(all)) {
    if (clusterOf(pool) !== cluster) continue;

    const hasTaint = has(itemsAt(pool, list), ({ value }) => {
      const written = asText(asMapping(value)?.key);
      if (written === undefined || hasPlaceholder(written)) return undefined;
      return written === key;
    });

    if (hasTaint !== false) continue;

    const message = () => {
      if (isAssumed) return 'Cilium, if both are in one cluster';
      return `Cilium${whyRelated(pool, manifest, context)}`;
    };

    report({
      manifest: pool,
      at: pool.span(list),
      message: `Cilium adds the taint \`${key}\` to new nodes, but it is not in \`startupTaints\` of \`${pool.name}\`. Karpenter launches a second node for the same pods`,
      ...(isAssumed && { severity: 'note' as const }),
      help: `Add \`{key: ${key}, effect: NoExecute}\` to \`startupTaints\`.`,
      labels: [
        {
          span: manifest.span(['metadata', 'name']),
          message: message(),
        },
      ],
    });
  }
}

function examples(): RuleExamples {
  const ofMesh = nodePool({
    limits: 'cpu: 1000',
    nodeClassRef: 'default',
    startupTaints: yaml`
      - key: ${ofIstio}
        effect: NoSchedule
    `,
    requirements: ['karpenter.sh/capacity-type In [on-demand]'],
  });

  const untainting = yaml`
    taint:
      enabled: true
    env:
      PILOT_ENABLE_NODE_UNTAINT_CONTROLLERS: "true"
  `;

  return {
    bad: [
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            startupTaints: yaml`
              - key: ebs.csi.aws.com/agent-not-ready
                effect: NoExecute
            `,
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          yaml`
            apiVersion: apps/v1
            kind: DaemonSet
            metadata:
              name: ebs-csi-node
              namespace: kube-system
            spec:
              selector:
                matchLabels:
                  app: ebs-csi-node
              template:
                metadata:
                  labels:
                    app: ebs-csi-node
                spec:
                  priorityClassName: system-node-critical
                  tolerations:
                    - key: CriticalAddonsOnly
                      operator: Exists
                  containers:
                    - name: ebs-plugin
                      image: public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver:v1.50.0
                      resources:
                        requests:
                          cpu: 10m
                          memory: 40Mi
          `,
          nodeClass,
        ),
        { 'key: CriticalAddonsOnly': 'key: ebs.csi.aws.com/agent-not-ready' },
      ),
      corrected(together(ofMesh, fluxRelease('istiod', { values: 'profile: ambient' }), nodeClass), {
        'profile: ambient': untainting,
      }),
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          fluxRelease('cilium'),
          nodeClass,
        ),
        {
          'requirements:':
            'startupTaints:\n  - key: node.cilium.io/agent-not-ready\n    effect: NoExecute\nrequirements:',
        },
      ),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          startupTaints: yaml`
            - key: ebs.csi.aws.com/agent-notready
              effect: NoExecute
          `,
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        fluxRelease('aws-ebs-csi-driver'),
        nodeClass,
      ),
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            taints: yaml`
              - key: node.cilium.io/agent-not-ready
                value: "true"
                effect: NoExecute
            `,
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          fluxRelease('cilium', {
            values: yaml`
              operator:
                setNodeTaints: false
            `,
          }),
          nodeClass,
        ),
        { 'taints:': 'startupTaints:' },
      ),
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          yaml`
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: cilium-config
            data:
              agent-not-ready-taint-key: example.com/cilium-not-ready
              set-cilium-node-taints: "true"
          `,
          nodeClass,
        ),
        {
          'requirements:':
            'startupTaints:\n  - key: example.com/cilium-not-ready\n    effect: NoExecute\nrequirements:',
        },
      ),
    ],
    good: [
      together(ofMesh, fluxRelease('istiod', { values: untainting }), nodeClass),
      together(ofMesh, nodeClass),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          startupTaints: yaml`
            - key: node.cilium.io/agent-not-ready
              effect: NoExecute
          `,
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        fluxRelease('cilium'),
        nodeClass,
      ),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        fluxRelease('cilium', {
          values: yaml`
            operator:
              setNodeTaints: false
          `,
        }),
        nodeClass,
      ),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        yaml`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: cilium-config
          data:
            set-cilium-node-taints: "false"
        `,
        nodeClass,
      ),
    ],
  };
}

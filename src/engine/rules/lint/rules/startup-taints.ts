import {
  type ChartRelease,
  mayInstallChart,
  releasesOfChart,
  releaseValue,
} from '../../../karpenter/installation/helm-releases.ts';
import { replaceValue } from '../../../manifest/edit.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { itemsAt } from '../../../manifest/shown-items.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { has, isKnown } from '../../../text/evidence.ts';
import { corrected, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
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
      }

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
    summary: 'An agent’s taint is missing from `startupTaints` or in `taints`, or a startup taint is misspelled.',
    why: 'Karpenter waits until startup taints are removed, and meanwhile expects pods to run on the node. Cilium’s operator taints nodes on which its agent does not run yet. If `startupTaints` does not include this taint, Karpenter assumes that its pods cannot use the node, and launches another. If the taint is in `taints`, Karpenter expects it to stay, and launches no node for pods that do not tolerate it. No agent removes a misspelled startup taint. The node then never becomes initialized, so Karpenter never consolidates or replaces it.',
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
      fix: { description: `Replace with \`${wanted}\``, edits: replaceValue(pool, path, wanted) },
    });
  }
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
  const { all, report, clusterOf } = context;
  for (const pool of nodePoolsOf(all)) {
    if (clusterOf(pool) !== clusterOf(manifest)) continue;

    const hasTaint = has(itemsAt(pool, list), ({ value }) => {
      const written = asText(asMapping(value)?.key);
      return written === undefined || hasPlaceholder(written) ? undefined : written === key;
    });

    if (hasTaint !== false) continue;

    report({
      manifest: pool,
      at: pool.span(list),
      message: `Cilium adds the taint \`${key}\` to new nodes, but it is not in \`startupTaints\` of \`${pool.name}\`. Karpenter launches a second node for the same pods`,
      help: `Add \`{key: ${key}, effect: NoExecute}\` to \`startupTaints\`.`,
      labels: [{ span: manifest.span(['metadata', 'name']), message: `Cilium${whyRelated(pool, manifest, context)}` }],
    });
  }
}

function examples(): RuleExamples {
  return {
    bad: [
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

import { replaceValue } from '../../manifest/edit.ts';
import { asList, asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
import { placeOf, releasesOfChart } from '../fields/helm-releases.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { fluxRelease, nodeClass, nodePool, together } from '../scenes.ts';

export const startupTaintsRule = defineRule({
  id: 'startup-taints',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Pools beside each other',
  mistakes: [87, 88],
  on: {
    Manifests(all, context) {
      for (const pool of nodePoolsOf(all)) judgeSpelling(pool, context);
      for (const release of releasesOfChart(all, 'cilium')) judgeCilium(release, context);
    },
  },
  docs: {
    summary:
      'A startup taint is missing that Cilium puts on new nodes, or one is misspelt that something is to take off.',
    why: 'Karpenter waits for startup taints to go, and counts on the node meanwhile. Cilium’s operator taints nodes on which its agent does not run yet: where a pool does not name that taint among its `startupTaints`, Karpenter takes the node for one that its pods cannot use, and launches another. A startup taint that nobody takes off, because its name is not quite the one that an agent knows, keeps the node from ever being initialized, and so from being consolidated or replaced.',
    help: 'Name the taint under `startupTaints`, as the agent spells it.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecstartuptaints',
  },
  examples,
});

const list: Path = ['spec', 'template', 'spec', 'startupTaints'];

/** Taints that agents take off once they run. */
const taken = [
  'node.cilium.io/agent-not-ready',
  'ebs.csi.aws.com/agent-not-ready',
  'efs.csi.aws.com/agent-not-ready',
  'fsx.csi.aws.com/agent-not-ready',
  's3.csi.aws.com/agent-not-ready',
];

/** Where a name says what it is for, its domain alone is not enough to be near another. */
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
      message: `Nothing takes \`${key}\` off: the nodes of \`${pool.name}\` are never initialized`,
      help: `Did you mean \`${wanted}\`?`,
      fix: { description: `Replace by \`${wanted}\``, edits: replaceValue(pool, path, wanted) },
    });
  }
}

function judgeCilium(
  { manifest, values }: ReturnType<typeof releasesOfChart>[number],
  { all, report }: RuleContext,
): void {
  const at = (...path: string[]) => manifest.get([...values, ...path]);
  const key = asText(at('agentNotReadyTaintKey')) ?? taken[0]!;
  const isUnknown = manifest.isPartial || typeof at() === 'string' || key.includes('$');
  if (isUnknown || at('operator', 'setNodeTaints') === false || at('operator', 'enabled') === false) return;
  for (const pool of nodePoolsOf(all)) {
    if (placeOf(pool) !== placeOf(manifest) || pool.isPartial) continue;
    const keys = asList(pool.get(list)).map((_, index) => asText(pool.get([...list, index, 'key'])));
    if (keys.some((one) => one === undefined || one === key)) continue;
    report({
      manifest: pool,
      at: pool.span(list),
      message: `Cilium puts \`${key}\` on new nodes, and \`${pool.name}\` does not name it among its startup taints: pods get a node twice`,
      help: `Add \`{key: ${key}, effect: NoExecute}\` to \`startupTaints\`.`,
      labels: [{ span: manifest.span(['metadata', 'name']), message: 'Cilium' }],
    });
  }
}

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        fluxRelease('cilium'),
        nodeClass,
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
    ],
  };
}

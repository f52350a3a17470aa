import { removeEntry } from '../../../manifest/edit.ts';
import { asList, asMapping, asText, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

const template = ['spec', 'template', 'spec'];

export const taintPairsRule = defineRule({
  id: 'taint-pairs',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Taints and overlapping NodePools',
  mistakes: [89],
  explains: ['provisioning/nodepool-not-ready'],
  on: {
    NodePool(pool, { report }) {
      const seen = new Map<string, Path>();
      for (const path of ['taints', 'startupTaints'].flatMap((name) =>
        taintPaths(pool.get([...template, name]), name),
      )) {
        const { key, effect } = asMapping(pool.get(path)) ?? {};
        const pair = `${asText(key)}:${asText(effect)}`;
        if (asText(key) === undefined || hasPlaceholder(pair)) continue;

        const first = seen.get(pair);
        if (first === undefined) {
          seen.set(pair, path);
          continue;
        }

        const isSame = first.at(-2) === path.at(-2) && pool.get([...first, 'value']) === pool.get([...path, 'value']);

        report({
          at: pool.span([...path, 'key']),
          message: `\`${pool.name}\` has the taint \`${pair}\` twice. Karpenter rejects the NodePool and launches nothing for it`,
          labels: [{ span: pool.span([...first, 'key']), message: 'first used here' }],
          help: 'Remove one of the two taints.',
          // Only for equal taints is it clear which one to remove.
          ...(isSame && { fix: { description: 'Remove the duplicate', edits: removeEntry(pool, path) } }),
          explains: { paths: [template], mentioning: '' },
        });
      }
    },
  },
  docs: {
    summary: 'Two taints of a NodePool have the same key and effect.',
    why: 'The API server accepts this. Karpenter allows each pair of key and effect only once in `taints` and `startupTaints` together. The NodePool fails Karpenter’s validation and launches nothing.',
    help: 'Remove one of them. Keep the startup taint if something on the node removes it, otherwise keep the taint.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints',
  },
  examples,
});

const taintPaths = (list: Parameters<typeof asList>[0], name: string): Path[] =>
  asList(list).map((_, index) => [...template, name, index]);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        nodePool({
          requirements: [],
          taints: yaml`
          - key: example.com/agent-not-ready
            effect: NoExecute
        `,
          startupTaints: yaml`
          - key: example.com/agent-not-ready
            value: "true"
            effect: NoExecute
        `,
        }),
        { '      taints:\n        - key: example.com/agent-not-ready\n          effect: NoExecute\n': '' },
      ),
    ],
    good: [
      nodePool({
        requirements: [],
        taints: yaml`
          - key: example.com/team
            value: a
            effect: NoSchedule
          - key: example.com/team
            value: a
            effect: NoExecute
        `,
        startupTaints: yaml`
          - key: example.com/agent-not-ready
            value: "true"
            effect: NoExecute
        `,
      }),
      nodePool({
        name: 'another-key',
        requirements: [],
        taints: yaml`
          - key: example.com/team
            effect: NoSchedule
        `,
        startupTaints: yaml`
          - key: example.com/agent-not-ready
            effect: NoSchedule
        `,
      }),
    ],
  };
}

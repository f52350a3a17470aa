import { removeEntry } from '../../manifest/edit.ts';
import { asList, asMapping, asText, type Path } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool } from '../scenes.ts';

const template = ['spec', 'template', 'spec'];

export const taintPairsRule = defineRule({
  id: 'taint-pairs',
  severity: 'error',
  since: '0.1.0',
  providers: 'every',
  theme: 'Pools beside each other',
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
          message: `\`${pair}\` stands twice among the taints of \`${pool.name}\`: Karpenter refuses the pool, which launches nothing`,
          labels: [{ span: pool.span([...first, 'key']), message: 'first here' }],
          help: 'Remove one of the two.',
          // Which one is meant can be told only where they are the same.
          ...(isSame && { fix: { description: 'Remove the repetition', edits: removeEntry(pool, path) } }),
          explains: { paths: [template], mentioning: '' },
        });
      }
    },
  },
  docs: {
    summary: 'Two taints of a NodePool have the same key and effect.',
    why: 'The API server accepts it. Karpenter allows a pair of key and effect once among `taints` and `startupTaints` together: the NodePool fails its validation and launches nothing.',
    help: 'Remove one of them: a startup taint is one that something on the node removes, any other is a taint.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespectaints',
  },
  examples,
});

const taintPaths = (list: Parameters<typeof asList>[0], name: string): Path[] =>
  asList(list).map((_, index) => [...template, name, index]);

function examples(): RuleExamples {
  return {
    bad: [
      nodePool({
        requirements: [],
        taints: yaml`
          - key: node.cilium.io/agent-not-ready
            effect: NoExecute
        `,
        startupTaints: yaml`
          - key: node.cilium.io/agent-not-ready
            value: "true"
            effect: NoExecute
        `,
      }),
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
          - key: node.cilium.io/agent-not-ready
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

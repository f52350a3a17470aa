/** `require-limits` → `requireLimits`. */
export const ruleName = (id: string): string => id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A rule file that fails its own tests until it is filled in: its bad example is not found yet. */
export const ruleTemplate = (id: string, version: string): string => `import { defineRule } from '../rule.ts';
import { yaml } from '../example.ts';

export const ${ruleName(id)} = defineRule({
  id: '${id}',
  severity: 'warning',
  since: '${version}',
  providers: 'every',
  docs: {
    summary: 'One sentence: what the rule finds.',
    why: 'One paragraph: what happens in the cluster otherwise.',
    help: 'One or two sentences: what to do.',
    url: 'https://karpenter.sh/docs/',
    bad: [
      yaml\`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
      \`,
    ],
    good: [
      yaml\`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
      \`,
    ],
  },
  on: {
    NodePool(nodePool, { report }) {
      if (nodePool.get(['spec', 'field-that-is-wrong']) === undefined) return;
      report({
        at: nodePool.span(['spec', 'field-that-is-wrong']),
        message: 'What is wrong, in one sentence, with names in backticks',
        help: 'What to do.',
      });
    },
  },
});
`;

/** The text of rules/index.ts with one more rule, imports and list sorted by id. */
export function listRule(index: string, id: string): string {
  const ids = [...index.matchAll(/from '\.\/([a-z0-9-]+)\.ts';/g)].map((match) => match[1]!);
  const all = [...new Set([...ids, id])].sort();
  const imports = all.map((one) => `import { ${ruleName(one)} } from './${one}.ts';`).join('\n');
  const list = all.map((one) => `  ${ruleName(one)},`).join('\n');
  return index
    .replace(/(?:import \{ \w+ \} from '\.\/[a-z0-9-]+\.ts';\n)+/, `${imports}\n`)
    .replace(/(export const \w+Rules[^=]*= \[)[^\]]*\]/, `$1\n${list}\n]`);
}

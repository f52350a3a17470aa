import { camelCase } from './format-template.ts';

/** Converts an ID to a name in code: `require-limits` → `requireLimitsRule`. */
export const ruleName = (id: string): string => `${camelCase(id)}Rule`;

/** The folder with the rules of a provider or, without one, with the rules for every provider. */
export const ruleFolder = (provider?: string): string => `src/engine/${provider ?? 'rules/lint'}/rules`;

/** What the text of a rule file depends on. */
export interface RuleFile {
  readonly id: string;
  /** The version of plumbline. */
  readonly version: string;
  /** The provider that the rule is for. By default the rule is for every provider. */
  readonly provider?: string;
}

/** A new rule file. The compiler rejects it until its theme is set, and tests fail while it contains TODO. */
export function ruleTemplate({ id, version, provider }: RuleFile): string {
  const lint = provider === undefined ? '..' : '../../rules/lint';
  return `import { corrected } from '${lint}/example.ts';
import { defineRule, type RuleExamples } from '${lint}/rule.ts';
import { nodePool } from '${lint}/scenes.ts';

export const ${ruleName(id)} = defineRule({
  id: '${id}',
  severity: 'warning',
  since: '${version}',
  providers: ${provider === undefined ? "'every'" : `['${provider}']`},
  theme: 'TODO: one of src/engine/rules/lint/themes.ts',
  mistakes: [],
  on: {
    NodePool(pool, { report }) {
      if (pool.get(['spec', 'field-that-is-wrong']) === undefined) return;
      report({
        at: pool.span(['spec', 'field-that-is-wrong']),
        message: 'TODO: what is wrong and why it matters, without a period at the end, with names in backticks',
        help: 'TODO: what to do, as an instruction that works when it is followed literally.',
      });
    },
  },
  docs: {
    summary: 'TODO: one sentence that says what the rule finds.',
    why: 'TODO: one paragraph that says what happens in the cluster.',
    help: 'TODO: what to do, in one or two sentences.',
    url: 'TODO: the page of Karpenter or the cloud that says so',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(nodePool({ requirements: ['karpenter.sh/capacity-type In [spot]'] }), {
        'TODO: text in the example': 'TODO: what replaces it if somebody follows the help',
      }),
    ],
    good: [nodePool()],
  };
}
`;
}

/** The text of a folder's index.ts with one more rule. Imports and list are sorted by id. */
export function listRule(index: string, id: string): string {
  const ids = [...index.matchAll(/from '\.\/([a-z0-9-]+)\.ts';/g)].map((match) => match[1]!);
  const all = [...new Set([...ids, id])].sort();
  const imports = all.map((id) => `import { ${ruleName(id)} } from './${id}.ts';`).join('\n');
  const list = all.map((id) => `  ${ruleName(id)},`).join('\n');
  return index
    .replace(/(^import type .*\n)(?:import \{ \w+ \} from '\.\/[a-z0-9-]+\.ts';\n)*/, `$1${imports}\n`)
    .replace(/(export const \w+Rules[^=]*= \[)[^\]]*\]/, `$1\n${list}\n]`);
}

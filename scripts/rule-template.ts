import { camelCase } from './format-template.ts';

/** `require-limits` → `requireLimitsRule`. */
export const ruleName = (id: string): string => `${camelCase(id)}Rule`;

/** Where the rules of a provider stand; without one, those for every provider. */
export const ruleFolder = (provider?: string): string => `src/engine/${provider ?? 'lint'}/rules`;

/** What a rule file is made of. */
export interface RuleFile {
  readonly id: string;
  /** plumbline's. */
  readonly version: string;
  /** The one that the rule is for; every one where it is not said. */
  readonly provider?: string;
}

/** A rule file that the compiler refuses until its theme is chosen, and tests until nothing in it says TODO. */
export function ruleTemplate({ id, version, provider }: RuleFile): string {
  const lint = provider === undefined ? '..' : '../../lint';
  return `import { defineRule, type RuleExamples } from '${lint}/rule.ts';
import { nodePool } from '${lint}/scenes.ts';

export const ${ruleName(id)} = defineRule({
  id: '${id}',
  severity: 'warning',
  since: '${version}',
  providers: ${provider === undefined ? "'every'" : `['${provider}']`},
  theme: 'TODO: one of src/engine/lint/themes.ts',
  mistakes: [],
  on: {
    NodePool(pool, { report }) {
      if (pool.get(['spec', 'field-that-is-wrong']) === undefined) return;
      report({
        at: pool.span(['spec', 'field-that-is-wrong']),
        message: 'TODO: what is wrong, in one sentence without a full stop, with names in backticks',
        help: 'TODO: what to do.',
      });
    },
  },
  docs: {
    summary: 'TODO: one sentence that says what the rule finds.',
    why: 'TODO: one paragraph that says what happens in the cluster otherwise.',
    help: 'TODO: what to do, in one or two sentences.',
    url: 'TODO: where Karpenter or the cloud says so',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [nodePool({ requirements: ['karpenter.sh/capacity-type In [spot]'] })],
    good: [nodePool()],
  };
}
`;
}

/** The text of a folder's index.ts with one more rule, imports and list sorted by id. */
export function listRule(index: string, id: string): string {
  const ids = [...index.matchAll(/from '\.\/([a-z0-9-]+)\.ts';/g)].map((match) => match[1]!);
  const all = [...new Set([...ids, id])].sort();
  const imports = all.map((one) => `import { ${ruleName(one)} } from './${one}.ts';`).join('\n');
  const list = all.map((one) => `  ${ruleName(one)},`).join('\n');
  return index
    .replace(/(^import type .*\n)(?:import \{ \w+ \} from '\.\/[a-z0-9-]+\.ts';\n)*/, `$1${imports}\n`)
    .replace(/(export const \w+Rules[^=]*= \[)[^\]]*\]/, `$1\n${list}\n]`);
}

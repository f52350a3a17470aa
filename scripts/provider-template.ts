/** A cloud and its kind of node class. */
export interface NewProvider {
  /** The name that rules use: `azure`. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** A provider of which only the kind of node class is known. */
export const providerTemplate = ({
  name,
  group,
  kind,
  plural,
}: NewProvider): string => `import type { CloudProvider } from '../karpenter/cloud-provider/cloud-provider.ts';

/** What \`CloudProvider\` asks for and is not here is unknown, and so are the figures that hang on it. */
export const ${name}: CloudProvider = {
  name: '${name}',
  title: '${name.charAt(0).toUpperCase()}${name.slice(1)}',
  nodeClasses: [{ group: '${group}', kind: '${kind}', plural: '${plural}' }],
};
`;

/** The list of its rules, to which \`npm run new -- rule\` adds rules. */
export const ruleListTemplate = ({
  name,
}: NewProvider): string => `import type { Rule } from '../../rules/lint/rule.ts';

/** The rules for ${name}, by id. */
export const ${name}Rules: readonly Rule[] = [];
`;

/** Other files that have to name a provider: path → the text with the new name. */
export const providerEntries: Readonly<Record<string, (text: string, provider: NewProvider) => string>> = {
  'src/io/catalog/providers.ts': (text, { name }) =>
    text
      .replace(/^import \{ aws \}/m, `import { ${name} } from '../../engine/${name}/${name}.ts';\n$&`)
      .replace(/(= \[[^\]]*?)(,?\s*)\]/, `$1, ${name}$2]`),
  'src/engine/review/codes/rules.ts': (text, { name }) =>
    text
      .replace(/^import /, `import { ${name}Rules } from '../../${name}/rules/index.ts';\nimport `)
      .replace('...awsRules', `...awsRules, ...${name}Rules`),
  'src/imports.test-support.ts': (text, { name }) =>
    text.replace(/^ {2}aws: \['aws'\],\n/m, `$&  ${name}: ['${name}'],\n`),
  'ARCHITECTURE.md': (text, { name }) => text.replace(/^aws {2,}the provider\n/m, `$&${name.padEnd(12)}a provider\n`),
};

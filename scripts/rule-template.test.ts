import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listRule, ruleFolder, ruleName, ruleTemplate } from './rule-template.ts';

const index = readFileSync('src/engine/rules/lint/rules/index.ts', 'utf8');

test.each([
  ['require-limits', 'requireLimitsRule'],
  ['no-2-cpus', 'no2CpusRule'],
])('%s is named %s', (id, name) => expect(ruleName(id)).toBe(name));

test('a rule already listed leaves the list as it is', () => expect(listRule(index, 'require-limits')).toBe(index));

test.each(['aaa-first', 'middle-one', 'zzz-last'])('%s is listed in its place', (id) => {
  const listed = listRule(index, id);
  expect(listed).toContain(`import { ${ruleName(id)} } from './${id}.ts';`);
  const names = [...listed.matchAll(/^ {2}(\w+),$/gm)].map((match) => match[1]!);
  expect(names).toContain(ruleName(id));
  expect(names).toHaveLength([...index.matchAll(/^ {2}(\w+),$/gm)].length + 1);
  const imports = [...listed.matchAll(/from '\.\/([a-z0-9-]+)\.ts'/g)].map((match) => match[1]!);
  expect(imports).toEqual([...imports].sort());
});

test('the first rule of a provider is listed', () => {
  const empty =
    "import type { Rule } from '../../rules/lint/rule.ts';\n\nexport const tinyRules: readonly Rule[] = [];\n";
  expect(listRule(empty, 'my-rule')).toBe(
    "import type { Rule } from '../../rules/lint/rule.ts';\nimport { myRuleRule } from './my-rule.ts';\n\nexport const tinyRules: readonly Rule[] = [\n  myRuleRule,\n];\n",
  );
});

test.each([
  [undefined, "from '../rule.ts'", "providers: 'every'"],
  ['aws', "from '../../rules/lint/rule.ts'", "providers: ['aws']"],
])('the template of a rule for %s', (provider, imported, providers) => {
  const text = ruleTemplate({ id: 'my-rule', version: '1.2.3', ...(provider && { provider }) });
  expect(text).toContain("export const myRuleRule = defineRule({\n  id: 'my-rule',");
  for (const part of [imported, providers, "since: '1.2.3'"]) expect(text).toContain(part);
  expect(existsSync(`${ruleFolder(provider)}/index.ts`)).toBe(true);
});

/** Begins a lint rule and lists it: `npm run new-rule require-limits`, or `npm run new-rule pin-ami-alias aws` for one provider's. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { listRule, ruleFolder, ruleTemplate } from './rule-template.ts';

const [id = '', provider] = process.argv.slice(2);
const folder = ruleFolder(provider);
const list = `${folder}/index.ts`;
const path = `${folder}/${id}.ts`;

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
  fail('usage: npm run new-rule ID [PROVIDER], with an ID such as require-limits');
if (!existsSync(list)) fail(`${provider} has no rules: ${list} is not there`);
if (id === 'index' || existsSync(path)) fail(`${path} exists already`);

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
writeFileSync(path, ruleTemplate({ id, version, ...(provider !== undefined && { provider }) }));
writeFileSync(list, listRule(readFileSync(list, 'utf8'), id));
console.log(
  `${path}\nWrite what is marked TODO, \`on\` and the examples, and name the mistakes that it finds. Its tests: npx vitest run src/engine/codes/rules.test.ts -t ${id}; then: npm run all.`,
);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

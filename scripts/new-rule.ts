/** Creates a lint rule and lists it: `npm run new -- rule require-limits`, or for one provider `npm run new -- rule pin-ami-alias aws`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { listRule, ruleFolder, ruleTemplate } from './rule-template.ts';

const [id = '', provider] = process.argv.slice(2);
const folder = ruleFolder(provider);
const list = `${folder}/index.ts`;
const path = `${folder}/${id}.ts`;

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
  fail('usage: npm run new -- rule ID [PROVIDER], with an ID such as require-limits');
if (!existsSync(list)) fail(`${provider} has no rules: ${list} does not exist`);
if (id === 'index' || existsSync(path)) fail(`${path} already exists`);

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
writeFileSync(path, ruleTemplate({ id, version, ...(provider !== undefined && { provider }) }));
writeFileSync(list, listRule(readFileSync(list, 'utf8'), id));
console.log(
  `${path}\nFill in every TODO, write \`on\` and the examples, and list the mistakes that it finds. Run its tests with \`npx vitest run src/engine/review/codes/rules.test.ts src/engine/review/codes/helps.test.ts -t ${id}\`, and then \`npm run generate && npm run format\`.`,
);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

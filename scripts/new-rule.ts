/** Scaffolds a lint rule and puts it on the list: `npm run new-rule require-limits`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRule, ruleTemplate } from './rule-template.ts';

const folder = fileURLToPath(new URL('../src/engine/lint/rules/', import.meta.url));
const id = process.argv[2] ?? '';
const path = join(folder, `${id}.ts`);

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
  fail('usage: npm run new-rule ID, in kebab-case, such as require-limits');
if (id === 'index' || existsSync(path)) fail(`${path} exists already`);

const list = join(folder, 'index.ts');
const packageJson = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
writeFileSync(path, ruleTemplate(id, packageJson.version));
writeFileSync(list, listRule(readFileSync(list, 'utf8'), id));
console.log(`${path}\nFill docs, write \`on\`; then: npm test, npm run all.`);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

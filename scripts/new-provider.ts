/**
 * Creates a cloud provider and names it in all files that list providers:
 * `npm run new -- provider azure karpenter.azure.com AKSNodeClass aksnodeclasses`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { providerEntries, providerTemplate, ruleListTemplate } from './provider-template.ts';

const [name = '', group = '', kind = '', plural = ''] = process.argv.slice(2);
if (
  !/^[a-z]+$/.test(name) ||
  !/^[a-z0-9.-]+\.[a-z]+$/.test(group) ||
  !/^[A-Z]\w*$/.test(kind) ||
  !/^[a-z]+$/.test(plural)
)
  fail(
    'usage: npm run new -- provider NAME GROUP KIND PLURAL, such as azure karpenter.azure.com AKSNodeClass aksnodeclasses',
  );

const folder = `src/engine/${name}`;
if (existsSync(folder)) fail(`${folder} exists already`);

const provider = { name, group, kind, plural };
mkdirSync(`${folder}/rules`, { recursive: true });
writeFileSync(`${folder}/${name}.ts`, providerTemplate(provider));
writeFileSync(`${folder}/rules/index.ts`, ruleListTemplate(provider));
for (const [file, withEntry] of Object.entries(providerEntries))
  writeFileSync(file, withEntry(readFileSync(file, 'utf8'), provider));
console.log(
  `${folder}/${name}.ts\nWrite the CRDs of its node classes with \`npm run refresh -- node-classes\`, and add their kind to src/engine/manifest/model/provider-kinds.ts. Then plumbline reads them. \`npm run new -- rule ID ${name}\` creates a rule. Then run \`npm run generate && npm run format\`, and \`npm test\`.`,
);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

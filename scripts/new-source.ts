/**
 * Creates support for a kind of object that refers to other manifests, and names it in all files that list such kinds:
 * `npm run new -- source GitRepo fleet.cattle.io fleet`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileName, sourceEntries, sourceTemplate, sourceTestTemplate } from './source-template.ts';

const [kind = '', group = '', tool = ''] = process.argv.slice(2);
if (!/^[A-Z][A-Za-z]*$/.test(kind) || !/^[a-z0-9.-]+$/.test(group) || !/^[a-z]+$/.test(tool))
  fail('usage: npm run new -- source KIND GROUP TOOL, such as GitRepo fleet.cattle.io fleet');

const path = `src/engine/files/sources/gitops/${fileName(kind)}.ts`;
if (existsSync(path)) fail(`${path} exists already`);

const source = { kind, group, tool };
writeFileSync(path, sourceTemplate(source));
writeFileSync(path.replace(/\.ts$/, '.test.ts'), sourceTestTemplate(source));
for (const [file, withEntry] of Object.entries(sourceEntries))
  writeFileSync(file, withEntry(readFileSync(file, 'utf8'), source));
console.log(
  `${path}\nMake roots of what it applies, as argo-application.ts in the same folder does. Write its test and its row in docs/sources.md. Then run \`npm run generate && npm run format\`, and \`npm test\`.`,
);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Creates a report format and names it in all files that list formats: `npm run new -- format checkstyle`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatEntries, formatTemplate, formatTestTemplate } from './format-template.ts';

const [name = ''] = process.argv.slice(2);
const path = `src/engine/report/documents/${name}.ts`;

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) fail('usage: npm run new -- format NAME, such as checkstyle');
if (existsSync(path)) fail(`${path} exists already`);

writeFileSync(path, formatTemplate(name));
writeFileSync(path.replace(/\.ts$/, '.test.ts'), formatTestTemplate(name));
for (const [file, withEntry] of Object.entries(formatEntries))
  writeFileSync(file, withEntry(readFileSync(file, 'utf8'), name));
console.log(
  `${path}\nWrite \`render\`, its test and what is marked TODO (also its row in docs/formats.md), and the endings of its files in src/hosts/cli/arguments/format-of-file.ts; then: npx vitest run src/hosts/cli/arguments --update, npm run generate, npm run format.`,
);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

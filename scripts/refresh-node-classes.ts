// Writes data/node-classes/<group>.json: the definitions of kinds that belong to providers of Karpenter, outside of Karpenter's own releases.
//
//   npm run refresh -- node-classes REPOSITORY COMMIT DATE LICENCE FILE...     CustomResourceDefinitions as YAML, all of one group
//   npm run refresh -- node-classes REPOSITORY COMMIT DATE LICENCE FILE.json   the JSON schema of the NodeClass of EKS Auto Mode
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { autoModeDefinition } from './auto-mode-definition.ts';
import { type CustomResourceDefinition, writeCrdPack } from './crd-pack-writer.ts';

const output = join(import.meta.dirname, '../data/node-classes');

const [repository, tag, date, licence, ...files] = process.argv.slice(2);
if (
  repository === undefined ||
  tag === undefined ||
  date === undefined ||
  licence === undefined ||
  files.length === 0
) {
  console.error('usage: npm run refresh -- node-classes REPOSITORY COMMIT DATE LICENCE FILE...');
  process.exit(2);
}

const crds = files.map((file): CustomResourceDefinition => {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.json') ? autoModeDefinition(JSON.parse(text)) : parse(text);
});
const [group, other] = new Set(crds.map(({ spec }) => spec.group));
if (group === undefined || other !== undefined) throw new Error('the definitions are not all of one group');
const about =
  'Structural schemas of CustomResourceDefinitions without descriptions, written by scripts/refresh-node-classes.ts. {"$ref": n} stands for shared[n].';
mkdirSync(output, { recursive: true });
writeFileSync(
  join(output, `${group}.json`),
  writeCrdPack('', { repository, tag, licence, crds }, undefined, {
    about,
    asOf: date,
    ...(group !== 'eks.amazonaws.com' && { isForeign: true as const }),
  }),
);
console.log(`wrote data/node-classes/${group}.json`);

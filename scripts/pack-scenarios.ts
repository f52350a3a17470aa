/**
 * Packs recorded scenarios (a folder of folders with manifests.yaml, scenario.json, expected.json) into one compressed file of
 * JSON lines under test/conformance/scenarios: `node scripts/pack-scenarios.ts FOLDER NAME`.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readFolders } from '../test/conformance/scenario.ts';

const [folder, name] = process.argv.slice(2);
if (folder === undefined || name === undefined) {
  console.error('usage: node scripts/pack-scenarios.ts FOLDER NAME');
  process.exit(2);
}
const lines = readFolders([folder]).map((scenario) => `${JSON.stringify(scenario)}\n`);
const packed = gzipSync(lines.join(''), { level: 9 });
const target = new URL(`../test/conformance/scenarios/${name}.jsonl.gz`, import.meta.url);
writeFileSync(target, packed);
console.log(`${lines.length} scenarios, ${packed.length} bytes`);

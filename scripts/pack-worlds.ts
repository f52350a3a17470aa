/**
 * Packs recorded clusters of the disruption controllers (a folder of folders with manifests.yaml, scenario.json, expected.json) into one
 * compressed file of JSON lines, test/conformance/disruption/NAME.jsonl.gz: `node scripts/pack-worlds.ts FOLDER NAME`.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readWorldFolders } from '../test/conformance/disruption/world.ts';

const [folder, name] = process.argv.slice(2);
if (folder === undefined || name === undefined) {
  console.error('usage: node scripts/pack-worlds.ts FOLDER NAME');
  process.exit(2);
}
const lines = readWorldFolders([folder]).map((world) => `${JSON.stringify(world)}\n`);
const packed = gzipSync(lines.join(''), { level: 9 });
writeFileSync(new URL(`../test/conformance/disruption/${name}.jsonl.gz`, import.meta.url), packed);
console.log(`${lines.length} worlds, ${packed.length} bytes`);

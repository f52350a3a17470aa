/**
 * Packs recorded worlds of disruption (a folder of folders with manifests.yaml, scenario.json, expected.json) into one
 * compressed file of JSON lines: `node scripts/pack-worlds.ts FOLDER`.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readWorldFolders } from '../test/conformance/disruption/world.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node scripts/pack-worlds.ts FOLDER');
  process.exit(2);
}
const lines = readWorldFolders([folder]).map((world) => `${JSON.stringify(world)}\n`);
const packed = gzipSync(lines.join(''), { level: 9 });
writeFileSync(new URL('../test/conformance/disruption/worlds.jsonl.gz', import.meta.url), packed);
console.log(`${lines.length} worlds, ${packed.length} bytes`);

/**
 * Reviews every input several times, and prints a digest of all output for each: `node reviews.mjs DIST INPUTS ROUNDS`. Plain
 * JavaScript, because Node 20 cannot run TypeScript.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, inputs, rounds] = process.argv.slice(2);
const { dataFolder, defaultSettings, figures, gate, openFacts, renderers, review } = await import(
  pathToFileURL(resolve(join(dist, 'index.js'))).href
);
const facts = openFacts(typeof dataFolder === 'function' ? dataFolder() : dataFolder);
const sourceSet = (text) => {
  const sources = [{ file: 'manifests.yaml', text }];
  return { sources, hintSources: sources, diagnostics: [] };
};
const digests = {};
for (let round = 0; round < Number(rounds); round++)
  for (const { name, base, head } of JSON.parse(readFileSync(inputs, 'utf8'))) {
    const settings = { ...defaultSettings, region: 'us-east-1', today: '2026-11-21' };
    const sides = { base: base === null ? null : sourceSet(base), head: sourceSet(head) };
    const result = review({ ...sides, settings, facts, figures, version: '0' });
    const verdict = gate(result, { failOn: 'error' });
    const hash = createHash('sha256');
    for (const renderer of renderers) hash.update(renderer.render({ review: result, verdict }, {}));
    const digest = hash.digest('hex');
    digests[name] ??= digest;
    if (digests[name] !== digest) throw new Error(`${name} is another text in round ${round + 1}`);
  }
console.log(JSON.stringify(digests));

/**
 * Writes the page of all versions: `node docs/.vitepress/list-versions.mjs SITE`. SITE is the folder that is published, with the
 * site of the main branch at its root and the site of each release in a folder such as v0.1.0.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [site] = process.argv.slice(2);
if (site === undefined) {
  console.error('Name the folder that is published: node docs/.vitepress/list-versions.mjs SITE');
  process.exit(2);
}
const releases = readdirSync(site)
  .filter((name) => /^v\d+\.\d+\.\d+$/.test(name))
  .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
const link = (path, text) => `<li><a href="../${path}">${text}</a></li>`;
mkdirSync(join(site, 'versions'), { recursive: true });
writeFileSync(
  join(site, 'versions', 'index.html'),
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>plumbline: all versions of the documentation</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}</style></head>
<body><main><h1>Versions of the documentation</h1>
<ul>
${[link('', 'main branch'), ...releases.map((name) => link(`${name}/`, name))].join('\n')}
</ul></main></body></html>
`,
);

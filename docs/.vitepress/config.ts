import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defineConfig } from 'vitepress';
import { pagesByTask, ruleItems } from './sidebar.ts';

const docs = join(import.meta.dirname, '..');
const repository = 'https://github.com/plumbline/plumbline';
const { version } = JSON.parse(readFileSync(join(docs, '..', 'package.json'), 'utf8')) as { version: string };

/** For people who work on plumbline: a list of templates that is not meant as HTML, and that git ignores. */
const unpublished = ['messages.md'];

/** The anchor that GitHub gives a heading, so that a link works in both places. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Pages link to each other by file, as GitHub needs it. What is outside of docs is on GitHub. */
function linkOnSite(href: string, page: string): string {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(page), path));
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (target.startsWith('../')) return `${repository}/blob/main/${target.slice('../'.length)}${hash}`;
  return target.endsWith('.md') ? `${path.replace(/(^|\/)README\.md$/, '$1index.md')}${hash}` : `${repository}/blob/main/docs/${target}${hash}`;
}

/** A weight on a line, as on the page of a review. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="#3d7bd9" stroke-width="1.8"><path d="M10 0v7M7 7h6l1 4-4 8-4-8z"/></svg>`;

export default defineConfig({
  title: 'plumbline',
  description: 'Reviews pull requests that change Karpenter manifests: findings, replaced nodes and cost.',
  lang: 'en-US',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  // A release is built into a folder of its own, such as /v0.1.0/.
  base: process.env.DOCS_BASE ?? '/',
  srcExclude: unpublished,
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  markdown: {
    anchor: { slugify: anchor },
    config(md) {
      md.core.ruler.push('github-to-site', ({ tokens, env }) => {
        for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
          // Vite bundles an image only where the path begins with a dot.
          if (token.type.startsWith('html_')) token.content = token.content.replace(/(src(?:set)?=")(?=images\/)/g, '$1./');
          // Vue would evaluate what stands in double braces.
          if (token.type === 'code_inline') token.attrSet('v-pre', '');
          const href = token.type === 'link_open' ? token.attrGet('href') : null;
          if (href !== null) token.attrSet('href', linkOnSite(href, env.relativePath));
        }
      });
    },
  },
  themeConfig: {
    nav: [
      { text: 'Get started', link: '/start' },
      { text: 'Playground', link: '/try/', target: '_self' },
      { text: 'Options', link: '/options' },
      {
        text: `v${version}`,
        items: [
          { text: 'All versions', link: `${process.env.DOCS_ROOT ?? '/'}versions/`, target: '_self' },
          { text: 'Changelog', link: `${repository}/blob/main/CHANGELOG.md` },
        ],
      },
    ],
    sidebar: [
      ...pagesByTask(docs, (file) => !unpublished.includes(file)),
      { text: 'Rules', link: '/rules/', collapsed: true, items: ruleItems(docs) },
    ],
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // There are many rules with the same headings, and most people look for a guide.
            boostDocument: (id: string) => (id.includes('/rules/') ? 0.5 : 1),
          },
        },
      },
    },
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page on GitHub' },
  },
});

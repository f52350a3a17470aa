import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Item {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly items: readonly Item[];
}

/** The sections of docs/README.md: each heading with the pages that it links to, each page once. */
export function pagesByTask(docs: string, isOnSite: (file: string) => boolean): Group[] {
  const [, ...sections] = readFileSync(join(docs, 'README.md'), 'utf8').split(/^## /m);
  const seen = new Set<string>();
  return sections.map((section) => {
    const [heading = ''] = section.split('\n');
    const links = [...section.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)[^)]*\)/g)];
    const items = links.flatMap(([, text = '', file = '']) => {
      if (file.startsWith('../') || seen.has(file) || !isOnSite(file)) return [];
      seen.add(file);
      return [{ text: capitalized(text), link: linkOf(file) }];
    });
    return { text: heading.trim(), items };
  });
}

/** Every rule, by name. */
export const ruleItems = (docs: string): Item[] =>
  readdirSync(join(docs, 'rules'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => ({ text: file.replace(/\.md$/, ''), link: linkOf(`rules/${file}`) }));

/** `rules/README.md` is at `/rules/`, `start.md` at `/start`. */
const linkOf = (file: string): string => `/${file.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

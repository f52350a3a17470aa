import { type Discovery, discoveryOf } from '../discovery/discovery.ts';
import type { FileTree } from './file-tree.ts';

/** A file tree from texts. */
export const treeOf = (files: Readonly<Record<string, string>>, links: readonly string[] = []): FileTree => ({
  files: new Map(Object.entries(files)),
  others: new Map(links.map((link) => [link, 'link'])),
  text: (path) => files[path],
});

/** The discovery of a file tree from texts. */
export const discoveryOfTexts = (files: Readonly<Record<string, string>>): Discovery => discoveryOf(treeOf(files));

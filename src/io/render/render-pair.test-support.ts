import { opening, type ReadPair } from '../sides/read-side.ts';
import type { SourceTree } from '../tree/source-tree.ts';

/** The text of each file of a repository. */
export type Texts = Readonly<Record<string, string>>;

/** One side of a change, from texts in memory. */
export function openTexts(texts: Texts) {
  const sources = Object.entries(texts).map(([name, text]) => ({ file: name, text }));
  const tree: SourceTree = {
    sources,
    hintSources: [],
    diagnostics: [],
    missingPaths: [],
    hasRoots: true,
    definitions: sources,
  };
  const files = opening(async () => ({
    files: new Map(Object.entries(texts)),
    others: new Map(),
    each: async (names, take) => {
      for (const name of names) take(name, Buffer.from(texts[name]!));
    },
  }));
  return { tree, files };
}

/** Both sides of a change, from texts in memory. */
export function pairOfTexts(before: Texts, after: Texts): ReadPair {
  const [base, head] = [openTexts(before), openTexts(after)];
  return { base: base.tree, head: head.tree, files: { base: base.files, head: head.files }, paths: [] };
}

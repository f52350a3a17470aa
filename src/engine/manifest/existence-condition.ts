import { onceForSource } from '../text/source.ts';
import type { Manifest } from './model/manifest.ts';
import { findTemplates } from './yaml/template-scanner.ts';

/**
 * The expression on which it depends whether an object exists, if nothing that was read decides it: the `count` or `for_each` of Terraform, or the
 * block of a template that was not rendered. Undefined for an object that certainly exists.
 */
export function existenceCondition(manifest: Pick<Manifest, 'source' | 'span'>): string | undefined {
  const { source } = manifest;
  if (source.origin !== undefined) return source.origin.condition?.text;

  const blocks = openBlocks(source);
  if (blocks.length === 0) return undefined;

  // A text may have thousands of objects and of blocks.
  const { start } = manifest.span([]);
  let [first, end] = [0, blocks.length];

  while (first < end) {
    const middle = (first + end) >> 1;
    if (blocks[middle]!.from < start) first = middle + 1;
    else end = middle;
  }

  return blocks[first - 1]?.condition;
}

/** From an offset on, objects are in a block of a template, or in none. */
interface BlockStart {
  readonly from: number;
  /** The head of the innermost block: `{{ if .Values.gpu }}`. */
  readonly condition: string | undefined;
}

/** Where the blocks of a template start and end, in the order of the text. */
const openBlocks = onceForSource(({ text }): readonly BlockStart[] => {
  if (!text.includes('{{')) return [];

  const open: string[] = [];
  return [...findTemplates(text)].flatMap(({ start, end }): BlockStart[] => {
    const [, word, condition] = blockHead.exec(text.slice(start, end)) ?? [];
    if (word === undefined) return [];
    if (word === 'end') open.pop();
    else open.push(`{{ ${`${word} ${condition!.trim().replace(/-$/, '').trim()}`.trim().slice(0, 120)} }}`);
    return [{ from: start, condition: open.at(-1) }];
  });
});

const blockHead = /^\{\{-?\s*(if|range|with|define|block|end)\b([^}]*)/;

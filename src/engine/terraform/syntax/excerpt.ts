import { karpenterGroupPattern } from '../../manifest/karpenter-kinds.ts';
import { isTerraformOfInterest } from '../../manifest/prefilter.ts';

/** How a module calls one of the same repository, by a path. */
export const localSource = /\bsource\s*=\s*"(\.{1,2}(?:\/[^"\n]*)?)"/g;
/** The groups of Karpenter's objects. */
export const ofKarpenter = new RegExp(`${karpenterGroupPattern}/`);
/** So many modules nobody calls from one file. */
const maxCalls = 1000;

/** What a text that is not read says of other modules and of Karpenter, in a text of its own. */
export function excerptOf(text: string): string {
  const calls = new Set<string>();
  for (const [call] of text.matchAll(localSource)) if (calls.size < maxCalls) calls.add(call);
  const mentions = [ofKarpenter.exec(text)?.[0] ?? '', isTerraformOfInterest('.tf', text) ? 'karpenter' : ''];
  // Joined, for a part of a text keeps the whole of it.
  return [...mentions, ...calls].join('\n');
}

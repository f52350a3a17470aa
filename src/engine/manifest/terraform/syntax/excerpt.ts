import { karpenterGroupPattern } from '../../model/karpenter-kinds.ts';
import { providerApiPattern } from '../../model/provider-kinds.ts';
import { isTerraformOfInterest } from '../../prefilter.ts';

/** How a module refers to another one in the same repository by path. */
export const localSource = /\bsource\s*=\s*"(\.{1,2}(?:\/[^"\n]*)?)"/g;
/** Matches the API groups of Karpenter's objects and of node classes. */
export const ofKarpenter = new RegExp(`${karpenterGroupPattern}/|${providerApiPattern}`);
/** The largest number of module calls taken from one file. Real files have far fewer. */
const maxCalls = 1000;

/** The mentions of other modules and of Karpenter in a text that is not read. */
export function excerptOf(text: string): string {
  const calls = new Set<string>();
  for (const [call] of text.matchAll(localSource)) if (calls.size < maxCalls) calls.add(call);
  const mentions = [ofKarpenter.exec(text)?.[0] ?? '', isTerraformOfInterest('.tf', text) ? 'karpenter' : ''];
  // Joined into a new string, because a substring would keep the whole text in memory.
  return [...mentions, ...calls].join('\n');
}

import { shorten } from '../../text/words/escape.ts';

/**
 * A name inside a diagram. Mermaid has a grammar for each kind of diagram, and quotes, semicolons, brackets, colons, percent
 * signs, hashes and line ends mean something in most of them. Characters that Kubernetes and AWS do not use in names become dots.
 */
export const mermaidName = (text: string, max = 30): string =>
  shorten(text, max)
    .replace(/[^A-Za-z0-9 ./_…-]/gu, '·')
    .replace(/\/\/|--|\.\./g, (pair) => `${pair[0]}·`)
    .trim() || '·';

/** A diagram that GitHub draws. */
export const mermaidBlock = (lines: readonly string[]): string[] => ['```mermaid', ...lines, '```'];

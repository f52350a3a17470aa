import { expect, test } from 'vitest';
import { supportsHyperlinks } from './hyperlinks.ts';

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-kitty', CI: 'true' }, false],
  [{ VTE_VERSION: '6800' }, true],
  [{ VTE_VERSION: '5000' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.4.1' }, true],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.9' }, false],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.71.0' }, false],
  [{ TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '455' }, false],
  [{ FORCE_HYPERLINK: '1', CI: 'true' }, true],
  [{ FORCE_HYPERLINK: '0', WT_SESSION: 'x' }, false],
])('%j: %s', (env, expected) => expect(supportsHyperlinks(env)).toBe(expected));

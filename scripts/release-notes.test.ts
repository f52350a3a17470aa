import { expect, test } from 'vitest';
import { notesOf } from './release-notes.ts';

const changelog =
  '# Changelog\n\nAll.\n\n## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0 (2026-11-21)\n\n- First.\n\n### Details\n\nMore.\n';

test.each([
  ['0.1.0', '- First.\n\n### Details\n\nMore.'],
  ['0.2.0', undefined],
  ['0.1', undefined],
  ['', undefined],
])('%j', (version, notes) => expect(notesOf(changelog, version)).toBe(notes));

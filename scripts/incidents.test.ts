import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { incidents, lineThatSays, themes, visibleLines } from './incidents.ts';

describe.each(incidents())('$title ($name)', (incident) => {
  const { theme, story, sources, twin, says } = incident;

  test('is told with its sources', () => {
    expect(themes).toContain(theme);
    expect(story.trim()).toMatch(/[.?]$/);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(new URL(source).protocol).toBe('https:');
  });

  test('does not pass, and the reason is visible without unfolding anything', () => {
    if (!incident.isFine) expect(visibleLines(incident.name)[0]).not.toContain('✅');
    expect(lineThatSays(incident), says).toBeDefined();
  });

  test('the same change done well has no such finding', () => {
    expect(existsSync(`test/cases/${twin}/expected/comment.md`)).toBe(true);
    const comment = readFileSync(`test/cases/${twin}/expected/comment.md`, 'utf8');
    const [, code] = / · `([a-z-]+\/[a-z-]+)`$/.exec(lineThatSays(incident) ?? '') ?? [];
    expect(comment).not.toContain(says);
    if (code !== undefined) expect(comment).not.toContain(`\`${code}\``);
  });
});

import { describe, expect, test } from 'vitest';
import { fixtures } from '../fixtures.test-support.ts';
import { rendererOf } from '../renderers.ts';
import { report } from '../test-support.ts';

describe.each(fixtures)('%s', (_, fixture) => {
  test('has the fields that GitLab requires in each entry', () => {
    const review = fixture();
    const entries = JSON.parse(rendererOf('gitlab')!.render(report(review), {})) as Record<string, unknown>[];
    expect(entries).toHaveLength(review.findings.length);
    for (const [i, entry] of entries.entries()) {
      const { diagnostic } = review.findings[i]!;
      expect(entry).toEqual({
        description: expect.stringMatching(/./),
        check_name: diagnostic.code,
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        severity: { error: 'critical', warning: 'minor', note: 'info' }[diagnostic.severity],
        location: { path: diagnostic.span.file, lines: { begin: expect.any(Number) } },
      });
    }
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length);
  });
});

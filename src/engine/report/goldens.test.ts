import { describe, expect, test } from 'vitest';
import { renderComment, renderParts } from './comment/markdown.ts';
import { json } from './documents/json.ts';
import { fixtures, manyFindings } from './fixtures.test-support.ts';
import { githubLinks } from './github/links.ts';
import { reviewText } from './terminal/review-text.ts';
import { report } from './test-support.ts';
import type { RenderOptions } from './values/report.ts';

/** Goldens to be read by people: update with `-u`, and look at what changed. */
const options: RenderOptions = {
  marker: '<!-- plumbline:KEY -->',
  links: githubLinks({
    repositoryUrl: 'https://github.com/octo/shop',
    headSha: 'abc123',
    docsUrl: 'https://github.com/octo/plumbline/blob/v0/docs',
  }),
};

describe.each(fixtures)('%s', (name, fixture) => {
  const golden = (extension: string): string => `__goldens__/${name}.${extension}`;

  test('comment', async () => {
    const parts = renderComment(report(fixture()), options);
    await expect(parts.join('\n=== next part ===\n')).toMatchFileSnapshot(golden('comment'));
  });

  test('text', async () => {
    await expect(reviewText.render(report(fixture()), { width: 100, seconds: 0.21 })).toMatchFileSnapshot(
      golden('txt'),
    );
  });

  test('json', async () => {
    await expect(json.render(report(fixture()), {})).toMatchFileSnapshot(golden('document'));
  });
});

test('a comment in parts', async () => {
  const parts = renderParts(report(manyFindings(40, 'word ')), options, { bytes: 6_000, parts: 3 });
  await expect(parts.join('\n=== next part ===\n')).toMatchFileSnapshot('__goldens__/parts.comment');
});

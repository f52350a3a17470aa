import { expect, test } from 'vitest';
import { openFacts } from '../../io/catalog/facts.ts';
import { defaultSettings } from '../karpenter/api/settings.ts';
import type { Diagnostic } from '../text/diagnostic.ts';
import { review } from './review.ts';

const facts = openFacts(new URL('../../../data', import.meta.url).pathname);

const text = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\n';
const note = (file: string): Diagnostic => ({
  code: 'render/unknown',
  severity: 'note',
  message: 'not rendered',
  labels: [],
  resource: null,
  span: { file, start: 0, end: 0 },
});

test('a host’s finding about a file keeps the file’s text for quotes', () => {
  const { texts } = review({
    base: null,
    head: {
      sources: [{ file: 'pool.yaml', text }],
      hintSources: [],
      diagnostics: [note('pool.yaml'), note('gone.yaml')],
    },
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    version: 'test',
    figures: null,
  });
  expect([...texts].sort()).toEqual([
    ['gone.yaml', ''],
    ['pool.yaml', text],
  ]);
});

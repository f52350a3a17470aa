import { expect, test } from 'vitest';
import type { Drift } from '../../changes/drift/drift.ts';
import { driftDocument, driftMarkdown, driftText } from './drift.ts';

const hostile = 'a`|\n</details>@acme<!-- x -->';
const drift: Drift = {
  compared: 2,
  unread: 0,
  unknown: [`\`${hostile}\` cannot be read`],
  objects: [
    {
      resource: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: hostile },
      type: 'changed',
      effect: 'all-nodes',
      file: 'pool.yaml',
      fields: [
        {
          path: ['spec', 'template', 'metadata', 'labels', hostile],
          before: hostile,
          effect: 'all-nodes',
          cause: 'hash',
          reason: 'x',
          managers: [hostile],
        },
      ],
    },
    {
      resource: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'extra' },
      type: 'extra',
      effect: 'delete',
      file: undefined,
      fields: [],
    },
  ],
};
const report = { environment: 'production', cluster: 'arn:aws:eks:x', against: 'main', drift };

test('hostile names neither break the table of an issue nor mention anybody', () => {
  const text = driftMarkdown(report);
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBe(4);
  expect(rows.every((row) => row.replaceAll('\\|', '').split('|').length === 7)).toBe(true);
  const outsideOfCode = text.replace(/(`+)[^\n]*?[^`]\1(?!`)/g, '');
  expect(outsideOfCode).not.toMatch(/<\/details>|<!--|@acme/);
  expect(text).toContain('applying the file replaces all of its nodes');
});

test('a terminal gets one line for each field', () => {
  const lines = driftText(report).trimEnd().split('\n');
  expect(lines[0]).toBe('2 objects of arn:aws:eks:x differ from main');
  expect(lines.length).toBe(1 + 3 + 2 + 1);
});

test('without drift, the number of compared objects is given', () => {
  expect(driftText({ ...report, drift: { objects: [], unknown: [], unread: 0, compared: 3 } })).toBe(
    'arn:aws:eks:x matches main (3 objects compared)\n',
  );
});

test('a long issue is cut, and says so', () => {
  const [object] = drift.objects;
  const many = { ...drift, objects: Array.from({ length: 300 }, () => object!) };
  const text = driftMarkdown({ ...report, drift: many });
  expect(text).toContain('200 more rows');
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
});

test('the document has both sides by name', () => {
  expect(driftDocument(report)).toMatchObject({
    schemaVersion: 1,
    compared: 2,
    objects: [
      { type: 'changed', fields: [{ cluster: hostile }] },
      { type: 'extra', file: null },
    ],
  });
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../manifest/edit.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { migrateFiles } from './migrate-files.ts';

const { cases } = JSON.parse(readFileSync('test/conformance/migration/v1beta1-texts.json', 'utf8')) as {
  cases: [string, string[]][];
};
const { inputs } = JSON.parse(readFileSync('test/conformance/migration/v1alpha5-texts.json', 'utf8')) as {
  inputs: [string, string[]][];
};
const texts = [...cases, ...inputs].map(([, parts]) => parts.join('---\n'));

const debris = fc.constantFrom(
  '{{ if .x }}\n',
  '{{- end }}\n',
  '# c\n',
  '---\n',
  '\n',
  '  ',
  '\t',
  '&a ',
  '*a',
  '<<: *a\n',
  '!!str ',
  '? k\n: v\n',
  '"',
  "'",
  '|',
  '|2-\n',
  '>+\n',
  '{',
  '}',
  '[',
  ']',
  ', ',
  ': ',
  '- ',
  '\r\n',
  '\uFEFF',
  '\0',
  '${X}',
  '{{ .Values.x }}',
  'null',
  '~',
  'spec:\n',
  '  kubelet: {maxPods: 1}\n',
  'metadata:\n',
);

/** A text with random damage. */
const broken = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.oneof(fc.constant(''), debris)), { minLength: 1, maxLength: 6 }),
  )
  .map(([text, wounds]) =>
    wounds.reduce((wounded, [place, length, into]) => {
      const at = place % (wounded.length + 1);
      return wounded.slice(0, at) + into + wounded.slice(at + length);
    }, text),
  );

test('a damaged file stays unchanged or is migrated, and a migrated file can be parsed and is not migrated again', () => {
  fc.assert(
    fc.property(broken, fc.constantFrom('v1' as const, 'v1beta1' as const), (text, to) => {
      const { documents, left, diagnostics } = migrateFiles([{ file: 'a.yaml', text }], to);
      for (const { span, message } of diagnostics) {
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(text.length);
        expect(message).not.toMatch(/undefined|\[object/);
      }
      if (left.length > 0) {
        expect(documents).toEqual([]);
        expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
        return;
      }
      const after = applyEdits(text, documents);
      const again = migrateFiles([{ file: 'a.yaml', text: after }], to);
      expect(applyEdits(after, again.documents)).toBe(after);
      const [old, now] = [text, after].map((one) => parseManifests({ file: 'a.yaml', text: one }, { set: {} }));
      expect(now!.isBroken).toBe(old!.isBroken);
      expect(now!.manifests.length).toBeGreaterThanOrEqual(old!.manifests.length);
    }),
    { numRuns: 250 },
  );
});

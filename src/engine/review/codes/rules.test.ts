import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exampleSet, lintExample, withFixes } from '../../rules/lint/examples.test-support.ts';
import type { Rule } from '../../rules/lint/rule.ts';
import { exampleFile } from '../lint-example.ts';
import { rules } from './rules.ts';

const examples = (kind: 'bad' | 'good') =>
  rules.flatMap((rule) => rule.examples()[kind].map((example, index) => ({ id: rule.id, index, example })));

/** Rules of one cloud are in its folder, all others in one folder. EKS Auto Mode launches instances of AWS. */
const cloudOf = (provider: string): string => (provider === 'eks-auto-mode' ? 'aws' : provider);

function folderOf({ providers }: Rule): string {
  const clouds = providers === 'every' ? [] : [...new Set(providers.map(cloudOf))];
  return `src/engine/${clouds.length === 1 ? clouds[0] : 'rules/lint'}/rules`;
}

describe('the list of rules', () => {
  test('is sorted, without duplicates', () => {
    const ids = rules.map((rule) => rule.id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test('contains every file, under its name', () => {
    const folders = readdirSync('src/engine', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/rules') && existsSync(`src/engine/${path}/index.ts`))
      .map((path) => `src/engine/${path}`);
    const files = folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
    const listed = rules.map((rule) => `${folderOf(rule)}/${rule.id}.ts`);
    expect(files.filter((file) => !file.endsWith('/index.ts')).sort()).toEqual(listed.sort());
  });

  test('names an existing version since which the rule exists', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const later = rules.filter(({ since }) => since.localeCompare(version, 'en', { numeric: true }) > 0);
    expect(later.map(({ id }) => id)).toEqual([]);
  });

  test.each(rules.map((rule) => [rule.id, rule] as const))('%s is documented', (_, { docs, examples: shown }) => {
    expect(shown().bad.length).toBeGreaterThan(0);
    expect(shown().good.length).toBeGreaterThan(0);
    for (const text of [docs.summary, docs.why, docs.help]) expect(text).toMatch(/^[A-Z`].*\.$/);
    expect(docs.url).toMatch(/^https:\/\//);
  });
});

describe.each(examples('bad'))('$id, bad example $index', ({ id, example }) => {
  const found = lintExample(example);

  test('can be parsed', () => {
    const { files, manifests } = exampleSet(example);
    expect(files.flatMap((file) => file.diagnostics)).toEqual([]);
    expect(manifests.length).toBeGreaterThan(0);
  });

  test('has only findings of this rule', () => {
    expect([...new Set(found.map(({ code }) => code))]).toEqual([`lint/${id}`]);
  });

  test('points into the document, and says what is wrong and what to do', () => {
    for (const { span, labels, message, help, resource } of found) {
      for (const place of [span, ...labels.map((label) => label.span)]) {
        expect(place.file).toBe(exampleFile(example));
        expect(place.start).toBeGreaterThanOrEqual(0);
        expect(place.end).toBeGreaterThan(place.start);
        expect(place.end).toBeLessThanOrEqual(example.text.length);
      }
      expect(message).toMatch(/^[A-Z`].*[^.]$/);
      expect(help).toMatch(/^[A-Z`].*[.?]$/);
      expect(resource).not.toBeNull();
    }
  });

  test('has only the findings without a fix left after its fixes are applied', () => {
    const fixed = { ...example, text: withFixes(example.text, found) };
    const unfixable = found.filter(({ fix }) => !fix).length;
    expect(lintExample(fixed).filter(({ code }) => code === `lint/${id}`)).toHaveLength(unfixable);
    if (found.length > unfixable) expect(fixed.text).not.toBe(example.text);
  });
});

describe.each(examples('good'))('$id, good example $index', ({ example }) => {
  test('has no findings', () => {
    const { files, manifests } = exampleSet(example);
    expect(files.flatMap((file) => file.diagnostics)).toEqual([]);
    expect(manifests.length).toBeGreaterThan(0);
    expect(lintExample(example)).toEqual([]);
  });
});

test('every rule has a page', () => {
  const missing = rules.filter(({ id }) => !existsSync(`docs/rules/${id}.md`));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

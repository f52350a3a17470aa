import { dataFolder } from '../../io/data-folder.ts';
import { openFacts } from '../../io/facts.ts';
import { karpenter } from '../api/karpenter.ts';
import { defaultSettings, type Settings } from '../api/settings.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import { applyEdits, compatibleFixes } from '../manifest/edit.ts';
import { type ManifestSet, manifestSet } from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import { lint } from './lint.ts';
import type { Example, LintDiagnostic } from './rule.ts';

const facts = openFacts(dataFolder);

/** A set of one file or more, by path. */
export const parsed = (texts: Readonly<Record<string, string>>): ManifestSet =>
  manifestSet(Object.entries(texts).map(([file, text]) => parseManifests({ file, text }, { set: {} })));

/** What all rules find in an example, in order. */
export function lintExample(
  { text, region, karpenter: version }: Example,
  settings: Partial<Settings> = {},
): LintDiagnostic[] {
  return lint({
    head: parsed({ 'example.yaml': text }),
    base: null,
    karpenter: karpenter(version),
    catalog: facts.catalog(region),
    settings: { ...defaultSettings, ...settings },
  }).sort(compareDiagnostics);
}

/** The text after the fixes of some findings, as far as they go together. */
export const withFixes = (text: string, diagnostics: readonly Diagnostic[]): string =>
  applyEdits(
    text,
    compatibleFixes(diagnostics.flatMap(({ fix }) => fix ?? [])).flatMap(({ edits }) => edits),
  );

/** The text that a finding points at. */
export const pointedAt = (text: string, { span }: Diagnostic): string => text.slice(span.start, span.end);

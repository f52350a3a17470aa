import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { hclParser } from '../../../io/terraform/hcl-parser.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import { applyEdits, compatibleFixes } from '../../manifest/edit.ts';
import { type ManifestSet, manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { lintExample as lintWritten, readExample } from '../../review/lint-example.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Example } from './example.ts';
import type { LintDiagnostic } from './rule.ts';

const facts = openFacts(dataFolder);

/** Parses one or more files, given by path. */
export const parsed = (texts: Readonly<Record<string, string>>): ManifestSet =>
  manifestSet(Object.entries(texts).map(([file, text]) => parseManifests({ file, text }, { set: {} })));

const parseHcl = await hclParser();

/** The objects of an example. */
export const exampleSet = (example: Example): ManifestSet => readExample(example, { facts, parseHcl }).set;

/** The findings of all rules in an example, in the order of the text. */
export const lintExample = (example: Example, settings: Partial<Settings> = {}): LintDiagnostic[] =>
  lintWritten(example, { facts, parseHcl, settings });

/** The text after all fixes of these findings that do not conflict with each other. */
export const withFixes = (text: string, diagnostics: readonly Diagnostic[]): string =>
  applyEdits(
    text,
    compatibleFixes(diagnostics.flatMap(({ fix }) => fix ?? [])).flatMap(({ edits }) => edits),
  );

/** The text that a finding points at. */
export const pointedAt = (text: string, { span }: Diagnostic): string => text.slice(span.start, span.end);

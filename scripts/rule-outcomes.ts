import { karpenter } from '../src/engine/api/karpenter.ts';
import { defaultSettings } from '../src/engine/api/settings.ts';
import { correctedTexts, type Example } from '../src/engine/lint/example.ts';
import { lint } from '../src/engine/lint/lint.ts';
import type { LintDiagnostic, Rule } from '../src/engine/lint/rule.ts';
import { repositoryHints } from '../src/engine/manifest/hints/hints.ts';
import { exampleFile, type ReadExample, readExample } from '../src/engine/review/lint-example.ts';
import { dataFolder } from '../src/io/catalog/data-folder.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { hclParser } from '../src/io/terraform/hcl-parser.ts';

const facts = openFacts(dataFolder);
const parseHcl = await hclParser();
const read = new Map<string, ReadExample>();

/** What one rule finds in its own examples. */
export interface RuleOutcomes {
  /** Everything about its findings in the bad examples. */
  readonly bad: string;
  /** Its findings in the good examples, and in the bad ones once they are corrected: normally none. */
  readonly silent: string;
}

/** Runs one rule on its own examples. */
export function outcomesOf(rule: Rule): RuleOutcomes {
  const { bad, good } = rule.examples();
  const corrected = bad.flatMap((example) => correctedTexts(example).map((text) => ({ ...example, text })));
  return {
    bad: JSON.stringify(bad.map((example) => findings(rule, example))),
    silent: JSON.stringify([...good, ...corrected].map((example) => findings(rule, example))),
  };
}

function findings(rule: Rule, example: Example): LintDiagnostic[] {
  const key = JSON.stringify([exampleFile(example), example.text]);
  const known = read.get(key) ?? readExample(example, { facts, parseHcl });
  read.set(key, known);
  const { kubernetesVersion } = repositoryHints([{ file: exampleFile(example), text: example.text }]);
  return lint({
    rules: [rule],
    providers: facts.providers,
    head: known.set,
    base: null,
    karpenter: karpenter(example.karpenter),
    catalog: facts.catalog(example.region),
    settings: { ...defaultSettings, kubernetesVersion: kubernetesVersion.value },
  });
}

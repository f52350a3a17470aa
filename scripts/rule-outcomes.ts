import { karpenter } from '../src/engine/karpenter/api/karpenter.ts';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { knownResources } from '../src/engine/karpenter/cloud-provider/cloud-provider.ts';
import { repositoryHints } from '../src/engine/manifest/hints/hints.ts';
import { type ManifestSet, manifestSet } from '../src/engine/manifest/manifest-set.ts';
import { parseManifests } from '../src/engine/manifest/parse.ts';
import { HclReader } from '../src/engine/manifest/terraform/modules/terraform-files.ts';
import { terraformSources } from '../src/engine/manifest/terraform/terraform.ts';
import { rules } from '../src/engine/review/codes/rules.ts';
import { Origins } from '../src/engine/review/context/origins.ts';
import { exampleFile } from '../src/engine/review/lint-example.ts';
import { correctedTexts, type Example } from '../src/engine/rules/lint/example.ts';
import { lint } from '../src/engine/rules/lint/findings/lint.ts';
import type { LintDiagnostic, Rule } from '../src/engine/rules/lint/rule.ts';
import { compareDiagnostics } from '../src/engine/text/diagnostic.ts';
import type { Span } from '../src/engine/text/source.ts';
import { dataFolder } from '../src/io/catalog/data-folder.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { hclParser } from '../src/io/terraform/hcl-parser.ts';
import type { ExpectedFinding } from '../test/scene-files.ts';

const facts = openFacts(dataFolder);
const parseHcl = await hclParser();

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
  return {
    bad: JSON.stringify(bad.map((example) => findings(rule, example))),
    silent: JSON.stringify([...good, ...correctedOf(bad)].map((example) => findings(rule, example))),
  };
}

const correctedOf = (bad: readonly Example[]): Example[] =>
  bad.flatMap((example) => correctedTexts(example).map((text) => ({ ...example, text })));

const others: { readonly id: string; readonly example: Example }[] = rules.flatMap(({ id, examples }) => {
  const { bad, good } = examples();
  return [...bad, ...good, ...correctedOf(bad)].map((example) => ({ id, example }));
});

/** Whether a rule finds anything in the examples of the other rules, which a test excludes. */
export const isHeardElsewhere = (rule: Rule): boolean =>
  others.some(({ id, example }) => id !== rule.id && findings(rule, example).length > 0);

function findings(rule: Rule, example: Example): LintDiagnostic[] {
  const files = { [exampleFile(example)]: example.text };
  return found(rule, { files, karpenter: example.karpenter, region: example.region });
}

/** Files that a rule is run on, in the conditions of a cluster. */
export interface LintedScene {
  readonly files: Readonly<Record<string, string>>;
  /** The files before the change. */
  readonly base?: Readonly<Record<string, string>>;
  /** Its minor version, or `assumed`. */
  readonly karpenter?: string | undefined;
  readonly kubernetes?: string | undefined;
  readonly region?: string | undefined;
  readonly today?: string | undefined;
}

/** The findings of one rule, by line. */
export const findingsIn = (rule: Rule, scene: LintedScene): (ExpectedFinding & { readonly text: string })[] => {
  const { origins } = read(scene.files);
  const lineOf = ({ file, start }: Span): number => scene.files[file]!.slice(0, start).split('\n').length;
  return found(rule, scene)
    .map((diagnostic) => origins.trace(diagnostic))
    .sort(compareDiagnostics)
    .map(({ code, severity, span, message, help = '', labels }) => {
      const others = labels.map((label) => `${label.span.file}:${lineOf(label.span)} ${label.message}`);
      return { file: span.file, line: lineOf(span), code, severity, text: [message, help, ...others].join('\n') };
    });
};

function found(rule: Rule, scene: LintedScene): LintDiagnostic[] {
  const { files, base, region = 'us-east-1', karpenter: minor = '1.14' } = scene;
  const isKarpenterAssumed = minor === 'assumed';
  const texts = Object.entries(files).map(([file, text]) => ({ file, text }));
  const kubernetesVersion = scene.kubernetes ?? repositoryHints(texts).kubernetesVersion.value;
  return lint({
    rules: [rule],
    providers: facts.providers,
    head: read(files).set,
    base: base ? read(base).set : null,
    karpenter: karpenter(isKarpenterAssumed ? '1.14' : minor),
    isKarpenterAssumed,
    catalog: facts.catalog(region),
    badReleases: facts.badReleases,
    settings: { ...defaultSettings, kubernetesVersion, today: scene.today ?? defaultSettings.today },
  });
}

interface ReadFiles {
  readonly set: ManifestSet;
  readonly origins: Origins;
}

const cache = new Map<string, ReadFiles>();

/** The objects of some files. Kept, because each mutation of a rule is run on the same ones. */
function read(files: Readonly<Record<string, string>>): ReadFiles {
  const key = JSON.stringify(files);
  const before = cache.get(key);
  if (before) return before;
  const isTerraform = (file: string): boolean => file.endsWith('.tf');
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const terraform = terraformSources(
    {
      files: new Map(sources.filter(({ file }) => isTerraform(file)).map(({ file }) => [file, 0])),
      text: (path) => files[path],
    },
    new HclReader(parseHcl),
    knownResources(facts.providers),
  );
  const all = [...sources.filter(({ file }) => !isTerraform(file)), ...terraform.sources];
  const result = {
    set: manifestSet(all.map((source) => parseManifests(source, { set: {} }))),
    origins: new Origins(all, terraform.originals),
  };
  cache.set(key, result);
  return result;
}

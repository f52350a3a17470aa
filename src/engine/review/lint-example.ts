import { karpenter } from '../karpenter/api/karpenter.ts';
import { defaultSettings, type Settings } from '../karpenter/api/settings.ts';
import { type CloudProvider, knownResources } from '../karpenter/cloud-provider/cloud-provider.ts';
import { applyEdits, compatibleFixes } from '../manifest/edit.ts';
import { repositoryHints } from '../manifest/hints/hints.ts';
import { type ManifestSet, manifestSet } from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import { HclReader } from '../manifest/terraform/modules/terraform-files.ts';
import type { ParseHcl } from '../manifest/terraform/syntax/syntax-node.ts';
import { terraformSources } from '../manifest/terraform/terraform.ts';
import { correctedTexts, type Example } from '../rules/lint/example.ts';
import { lint } from '../rules/lint/findings/lint.ts';
import { compareDiagnostics, type Diagnostic } from '../text/diagnostic.ts';
import type { Source } from '../text/source.ts';
import { rules } from './codes/rules.ts';
import type { Facts } from './context/facts.ts';
import { Origins } from './context/origins.ts';

/** The input for reading an example. */
interface ExampleInput {
  readonly facts: Facts;
  readonly parseHcl: ParseHcl;
  readonly settings?: Partial<Settings>;
}

/** An example, read as a review would read it. */
interface ReadExample {
  readonly set: ManifestSet;
  readonly origins: Origins;
}

/** The file name of an example, whose extension gives its language. */
export const exampleFile = ({ language }: Example): string => {
  if (language === 'terraform') return 'example.tf';
  return `example.${language ?? 'yaml'}`;
};

/** The objects of an example. */
export function readExample(
  example: Example,
  { facts, parseHcl }: Pick<ExampleInput, 'facts' | 'parseHcl'>,
): ReadExample {
  const source: Source = { file: exampleFile(example), text: example.text };
  const terraform = example.language === 'terraform' ? terraformOf(source, parseHcl, facts.providers) : null;
  const sources = terraform ? terraform.sources : [source];
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));

  return { set, origins: new Origins(sources, terraform ? terraform.originals : []) };
}

const terraformOf = (
  source: Source,
  parseHcl: ParseHcl,
  providers: readonly CloudProvider[],
): ReturnType<typeof terraformSources> =>
  terraformSources(
    {
      files: new Map([[source.file, 0]]),
      text: (path) => {
        if (path === source.file) return source.text;
        return undefined;
      },
    },
    new HclReader(parseHcl),
    knownResources(providers),
  );

/** The findings of all rules in an example, in order. */
export function lintExample(example: Example, { facts, parseHcl, settings = {} }: ExampleInput): Diagnostic[] {
  const { set, origins } = readExample(example, { facts, parseHcl });
  const { kubernetesVersion } = repositoryHints([{ file: exampleFile(example), text: example.text }]);

  const diagnostics = lint({
    rules,
    providers: facts.providers,
    head: set,
    base: null,
    karpenter: karpenter(example.karpenter),
    catalog: facts.catalog(example.region),
    badReleases: facts.badReleases,
    settings: { ...defaultSettings, kubernetesVersion: kubernetesVersion.value, ...settings },
  });

  return diagnostics.map((diagnostic) => origins.trace(diagnostic)).sort(compareDiagnostics);
}

/**
 * A bad example after somebody followed the help of its findings: with their fixes, if each finding has one, and with each correction
 * that it names. None for an example that no edit can correct.
 */
export function correctedExamples(example: Example, input: ExampleInput): Example[] {
  const diagnostics = lintExample(example, input);
  const fixes = diagnostics.flatMap(({ fix }) => fix ?? []);
  const edits = compatibleFixes(fixes).flatMap((fix) => fix.edits);

  const texts = [
    ...(fixes.length > 0 && fixes.length === diagnostics.length ? [applyEdits(example.text, edits)] : []),
    ...correctedTexts(example),
  ];

  return texts.map((text) => ({ ...example, text, corrections: [] }));
}

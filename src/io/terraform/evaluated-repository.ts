import { knownResources } from '../../engine/karpenter/cloud-provider/cloud-provider.ts';
import { HclReader } from '../../engine/manifest/terraform/modules/terraform-files.ts';
import { type TerraformSources, terraformSources } from '../../engine/manifest/terraform/terraform.ts';
import { isProgramPath } from '../../engine/manifest/terraform/unread-templates.ts';
import { providers } from '../catalog/providers.ts';
import type { OpenFiles, ReadPair } from '../sides/read-side.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { hclParser } from './hcl-parser.ts';
import { compilePattern } from './linear-pattern.ts';
import { type EvaluatedSide, type EvaluatedSides, restrictedTo } from './terraform.ts';
import { TerraformTree } from './terraform-tree.ts';

const evaluations = new WeakMap<ReadPair, Promise<EvaluatedSides>>();

/**
 * Evaluates Terraform of both sides of a repository, once for each pair, because rendering needs the charts that it installs. Its files are evaluated
 * as data, and nothing is run.
 */
export function evaluatedRepository(pair: ReadPair): Promise<EvaluatedSides> {
  const evaluation = evaluations.get(pair) ?? evaluateSides(pair);
  evaluations.set(pair, evaluation);
  return evaluation;
}

async function evaluateSides({ files, paths }: ReadPair): Promise<EvaluatedSides> {
  const reader = new HclReader(await hclParser(), compilePattern);

  // Both sides mostly read the same files.
  const expected = new Set<string>();

  const evaluate = async (open: OpenFiles, before?: TerraformSources): Promise<EvaluatedSide> => {
    const tree = new TerraformTree(await open());
    const resources = knownResources(providers);
    const sources = await tree.settle(() => terraformSources(tree, reader, resources, before), expected);
    for (const path of tree.read) expected.add(path);

    return {
      sources: restrictedTo(sources, paths),
      namedByPrograms: async (names) => namedByPrograms(await open(), names),
    };
  };

  const base = files.base && (await evaluate(files.base));
  return { base, head: await evaluate(files.head, base?.sources) };
}

/** The most files of programs that are searched for the names of templates. */
const maxPrograms = 2000;

async function namedByPrograms(reader: TreeReader, names: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  const programs = [...reader.files.keys()].filter(isProgramPath);
  if (programs.length > maxPrograms) return undefined;

  const named = new Set<string>();
  await reader.each(programs, (_, content) => {
    for (const name of names) if (content.includes(name)) named.add(name);
  });

  return named;
}

import { knownResources } from '../../engine/cloud-provider/cloud-provider.ts';
import type { Diagnostic } from '../../engine/diagnostic.ts';
import type { SourceSet } from '../../engine/review/source-set.ts';
import { isWithin } from '../../engine/source.ts';
import { HclReader } from '../../engine/terraform/modules/terraform-files.ts';
import { type TerraformSources, terraformSources } from '../../engine/terraform/terraform.ts';
import { firstNames, quoted } from '../../engine/text/quoted-names.ts';
import { providers } from '../catalog/providers.ts';
import type { OpenFiles, ReadPair, SetPair } from '../sides/read-side.ts';
import { hclParser } from './hcl-parser.ts';
import { compilePattern } from './linear-pattern.ts';
import { TerraformTree } from './terraform-tree.ts';

/** Adds the objects that Terraform of either side creates in the cluster. Its files are evaluated as data, and nothing is run. */
export async function withTerraform({ base, head }: SetPair, { files, paths }: ReadPair): Promise<SetPair> {
  const reader = new HclReader(await hclParser(), compilePattern);
  const evaluate = async (open: OpenFiles): Promise<TerraformSources> => {
    const tree = new TerraformTree(await open());
    return restrictedTo(await tree.settle(() => terraformSources(tree, reader, knownResources(providers))), paths);
  };
  const inBase = files.base && (await evaluate(files.base));
  const inHead = await evaluate(files.head);
  return { base: base && inBase && joined(base, inBase, null), head: joined(head, inHead, inBase) };
}

/** Whether a file is in the requested folders and files, or is called from them. */
function restrictedTo(made: TerraformSources, paths: readonly string[]): TerraformSources {
  if (paths.length === 0) return made;
  const isAsked = (file: string): boolean => paths.some((path) => isWithin(file, path));
  return {
    ...made,
    sources: made.sources.filter(({ origin, text }) => {
      const { span } = origin!.trace(0, text.length);
      return isAsked(span.file) || isAsked(origin!.root);
    }),
    faults: made.faults.filter(({ span }) => isAsked(span.file)),
    elsewhere: new Map([...made.elsewhere].filter(([, { at }]) => isAsked(at.file))),
  };
}

/** Reports a file that is too large only once. */
const isKnown = ({ code, span }: Diagnostic, diagnostics: readonly Diagnostic[]): boolean =>
  code === 'io/too-large' && diagnostics.some((one) => one.code === code && one.span.file === span.file);

/** The calls of modules from elsewhere that the change edits, if any, in one finding. */
function editedElsewhere({ elsewhere }: TerraformSources, base: TerraformSources | null): Diagnostic[] {
  if (base === null) return [];
  const edited = [...new Set([...elsewhere.keys(), ...base.elsewhere.keys()])]
    .sort()
    .filter((name) => elsewhere.get(name)?.said !== base.elsewhere.get(name)?.said);
  const [first] = edited;
  if (first === undefined) return [];
  const are = edited.length === 1 ? 'The module is' : 'The modules are';
  return [
    {
      code: 'terraform/unknown',
      severity: 'note',
      message: `The change edits ${firstNames(edited.map(quoted))}. ${are} not in this repository, so the effect is unknown`,
      span: (elsewhere.get(first) ?? base.elsewhere.get(first)!).at,
      labels: [],
      resource: null,
      help: 'Read the plan of Terraform.',
      isChanged: true,
    },
  ];
}

/** A side with Terraform's objects. An object of base that head no longer determines is unknown. */
function joined(set: SourceSet, made: TerraformSources, base: TerraformSources | null): SourceSet {
  const names = new Set(made.sources.map(({ file }) => file));
  const isUnknown = (name: string): boolean => !names.has(name) && (made.faults.length > 0 || made.unknown.has(name));
  const gone = (base?.sources ?? []).filter(({ file }) => isUnknown(file));
  return {
    ...set,
    sources: [...set.sources.filter(({ file }) => !made.templates.has(file)), ...made.sources],
    diagnostics: [
      ...set.diagnostics,
      ...made.faults.filter((fault) => !isKnown(fault, set.diagnostics)),
      ...editedElsewhere(made, base),
    ],
    originals: [...(set.originals ?? []), ...made.originals],
    unmade: [...(set.unmade ?? []), ...gone.map(({ file }) => ({ file, diagnostic: null }))],
  };
}

import type { Diagnostic } from '../diagnostic.ts';
import { isTerraformOfInterest } from '../manifest/prefilter.ts';
import { compareNames } from '../name-order.ts';
import { LineIndex, type Source } from '../source.ts';
import { megabytes } from '../text/megabytes.ts';
import { type MadeBy, madeSource } from './made-source.ts';
import { Module } from './modules/module.ts';
import {
  type Excess,
  type HclReader,
  maxTerraformLength,
  normal,
  type RepositoryFiles,
  TerraformFiles,
} from './modules/terraform-files.ts';
import type { NamedText } from './resources/named-text.ts';
import type { KnownResources } from './resources/resource-makers.ts';
import { resourceTexts } from './resources/resource-texts.ts';
import { localSource, ofKarpenter } from './syntax/excerpt.ts';

/** What Terraform makes of a repository, to be added to one side of a review. */
export interface TerraformSources {
  /** Objects, with their places in the repository. */
  readonly sources: readonly Source[];
  /** Files that they are made from. */
  readonly originals: readonly Source[];
  /** Names of objects that are there, and of which nothing is known. */
  readonly unknown: ReadonlySet<string>;
  /** What is no Terraform, and where it asked for too much: what base had and is not among `sources` may be there. */
  readonly faults: readonly Diagnostic[];
  /** Files that are templates of Terraform's, and no manifests as they stand. */
  readonly templates: ReadonlySet<string>;
}

const nothing: TerraformSources = { sources: [], originals: [], unknown: new Set(), faults: [], templates: new Set() };

/** Modules that are evaluated from the top; more are left out. */
const maxRoots = 300;

/**
 * Evaluates the modules of a repository that have to do with Karpenter, as far as that can be done without a cloud. `known` are the
 * resources of providers.
 */
export function terraformSources(
  files: RepositoryFiles,
  reader: HclReader,
  known: readonly KnownResources[],
): TerraformSources {
  const terraformFiles = new TerraformFiles(files, reader);
  const graph = callGraph(terraformFiles);
  const wanted = foldersOfInterest(terraformFiles, graph);
  if (wanted.size === 0) return nothing;
  // First, in the order of the paths, which decides what is left out where there is too much.
  const read = [...wanted].sort().flatMap((folder) => terraformFiles.filesIn(folder));
  const all = rootsAmong(wanted, graph);
  const roots = all.slice(0, maxRoots);
  const made = new Map<string, Source>();
  const unknown = new Set<string>();
  for (const root of roots) {
    for (const { name: by, place, variableFiles } of variantsOf(root, terraformFiles)) {
      const module = new Module(
        { folder: root, root, address: '', inputs: null, depth: 0, variableFiles },
        terraformFiles,
      );
      for (const { name, text } of textsOf(module, known)) {
        const file = unused(`${by}: ${name}`, made);
        if (text) made.set(file, madeSource(file, text, { name: by, place }));
        else unknown.add(file);
      }
    }
  }
  const templates = [...terraformFiles.templates]
    .sort()
    .map((file): Source => ({ file, text: files.text(file) ?? '' }));
  return {
    sources: [...made.values()].filter(
      (source) => !isReadElsewhere(source, { files, templates: terraformFiles.templates }),
    ),
    originals: [...read.map(({ source }) => source), ...templates],
    unknown,
    faults: [
      ...read.flatMap(({ source, fault, excess }) =>
        excess ? [tooMuch(source, excess)] : fault ? [unreadable(source, fault.start)] : [],
      ),
      ...(terraformFiles.isSpent || all.length > maxRoots
        ? [cutShort(terraformFiles.filesIn(all[0]!)[0]?.source.file ?? all[0]!)]
        : []),
    ],
    templates: terraformFiles.templates,
  };
}

/** A root module with the variables of one environment. */
interface Variant extends MadeBy {
  readonly variableFiles: readonly string[];
}

/** Once for each environment that has variables of its own (`dev.tfvars`, `env/prod.tfvars`), else once. */
function variantsOf(root: string, terraformFiles: TerraformFiles): Variant[] {
  const name = root === '' ? '.' : root;
  const environments = [...terraformFiles.environmentVariables(root)].sort(([a], [b]) => compareNames(a, b));
  if (environments.length === 0) return [{ name, place: root, variableFiles: [] }];
  return environments.map(([, variableFiles]) => ({
    name: `${name} with ${variableFiles.map((file) => file.slice(root === '' ? 0 : root.length + 1)).join(', ')}`,
    place: variableFiles[0]!,
    variableFiles,
  }));
}

/** What each folder calls by a path, told by the text: it is needed before anything is parsed. */
function callGraph(terraformFiles: TerraformFiles): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    terraformFiles.folders.map((folder) => {
      const calls = terraformFiles.textsIn(folder).flatMap((text) => [...text.matchAll(localSource)]);
      return [folder, new Set(calls.flatMap(([, path]) => normal(`${folder}/${path}`) ?? []))] as const;
    }),
  );
}

/** Folders whose files speak of Karpenter, all that call them, and all that those call. */
function foldersOfInterest(
  terraformFiles: TerraformFiles,
  graph: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const wanted = new Set(
    terraformFiles.folders.filter((folder) =>
      terraformFiles.textsIn(folder).some((text) => isTerraformOfInterest('.tf', text)),
    ),
  );
  const callers = new Map<string, string[]>();
  for (const [folder, calls] of graph)
    for (const called of calls) {
      const known = callers.get(called) ?? [];
      callers.set(called, known);
      known.push(folder);
    }
  // A set goes on with what is added on the way.
  for (const folder of wanted) for (const caller of callers.get(folder) ?? []) wanted.add(caller);
  for (const folder of wanted) for (const called of graph.get(folder) ?? []) if (graph.has(called)) wanted.add(called);
  return wanted;
}

/** Modules that no other one calls; where all call each other, there is none. */
function rootsAmong(wanted: ReadonlySet<string>, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const called = new Set([...wanted].flatMap((folder) => [...(graph.get(folder) ?? [])]));
  return [...wanted].filter((folder) => !called.has(folder)).sort();
}

function textsOf(module: Module, known: readonly KnownResources[]): NamedText[] {
  const texts = resourceTexts(module, known);
  const inner = module
    .blocksOf('module')
    .flatMap((block) => module.modulesOf(block).flatMap((call) => textsOf(call.module, known)));
  return [...texts, ...inner];
}

const unused = (name: string, taken: ReadonlyMap<string, unknown>): string => {
  for (let i = 2; ; i++) {
    const candidate = i === 2 ? name : `${name} (${i - 1})`;
    if (!taken.has(candidate)) return candidate;
  }
};

/** `file("nodepool.yaml")` gives what is reviewed where it stands; a template is not, even where nothing is filled in. */
function isReadElsewhere(
  { text, origin }: Source,
  { files, templates }: { readonly files: RepositoryFiles; readonly templates: ReadonlySet<string> },
): boolean {
  const { span, isExact } = origin!.trace(0, text.length);
  return isExact && /\.(?:ya?ml|json)$/.test(span.file) && !templates.has(span.file) && files.text(span.file) === text;
}

const cutShort = (file: string): Diagnostic => ({
  code: 'terraform/limit',
  severity: 'warning',
  message: 'Terraform here asks for more than is worked out, so that not all that it makes is reviewed',
  span: { file, start: 0, end: 0 },
  labels: [],
  resource: null,
  help: 'Name the folders to review, or leave those out that multiply modules.',
});

/** Whether a fault keeps from the review what it is about. */
const severityOf = ({ text }: Source): Diagnostic['severity'] => (ofKarpenter.test(text) ? 'error' : 'warning');

const saidOf: Record<Excess['of'], Pick<Diagnostic, 'message' | 'help'>> = {
  file: {
    message: `This file has more than ${megabytes(maxTerraformLength)} MB of Terraform, so it is not read`,
    help: 'Split it: Terraform reads all files of a folder as one.',
  },
  side: {
    message: 'There is more Terraform than is read at once, so this file is not read',
    help: 'Review fewer folders at once.',
  },
};

const tooMuch = (source: Source, excess: Excess['of']): Diagnostic => ({
  code: 'io/too-large',
  severity: severityOf(source),
  ...saidOf[excess],
  span: { file: source.file, start: 0, end: 0 },
  labels: [],
  resource: null,
});

function unreadable(source: Source, offset: number): Diagnostic {
  const lines = new LineIndex(source.text);
  // What is missing at the end is missing behind the last text.
  const at = Math.min(offset, Math.max(0, source.text.trimEnd().length - 1));
  const { line } = lines.position(at);
  const start = Math.min(at, lines.start(line) + lines.line(line).length);
  return {
    code: 'terraform/syntax',
    severity: severityOf(source),
    message: 'From here on this is no Terraform that can be read, so that what it holds is not reviewed',
    span: { file: source.file, start, end: lines.start(line) + lines.line(line).length },
    labels: [],
    resource: null,
    help: '`terraform validate` says what is wrong.',
  };
}
